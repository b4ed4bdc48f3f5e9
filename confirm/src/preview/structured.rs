//! Previews as structured data, for renderers of other kinds.

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use super::{Preview, render};

/// Writes the templates and their arguments, each with its type. Text of the type `untrusted` is
/// written unchanged, so a renderer must make it safe. No value of a sensitive change is written.
impl Serialize for Preview {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.sensitive {
            let mut minimal = serializer.serialize_struct("Preview", 2)?;
            minimal.serialize_field("question", &render::operation(self))?;
            minimal.serialize_field("consequence", &self.consequence)?;
            return minimal.end();
        }
        let mut preview = serializer.serialize_struct("Preview", 6)?;
        preview.serialize_field("question", &self.question)?;
        preview.serialize_field("consequence", &self.consequence)?;
        preview.serialize_field("warnings", &self.warnings)?;
        preview.serialize_field("context", &self.context)?;
        preview.serialize_field("rows", &self.rows)?;
        preview.serialize_field("total", &self.total)?;
        preview.end()
    }
}
