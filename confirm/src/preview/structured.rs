//! A preview as data, for renderers of other kinds.

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use super::{Preview, render};

/// Templates and their arguments, each with its type. Text of type `untrusted` comes as it is: who
/// shows it must make it safe. Of a sensitive change no value comes out.
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
