use serde_json::{Value, json};

/// The first revision in which a question is a result and each request has its own declaration.
const MODERN: &str = "2026-07-28";

/// A client: the revision that it speaks, and the elicitation that it declares.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Client {
    revision: String,
    elicitation: Option<Value>,
}

impl Client {
    /// Returns a client of revision 2026-07-28 that can show forms.
    pub fn modern() -> Self {
        Self {
            revision: MODERN.to_owned(),
            elicitation: Some(json!({"form": {}})),
        }
    }

    /// Returns a client of revision 2025-11-25 that can show forms. It opens with `initialize`.
    pub fn older() -> Self {
        Self {
            revision: "2025-11-25".to_owned(),
            elicitation: Some(json!({})),
        }
    }

    /// Sets the revision, by its date.
    pub fn revision(mut self, date: &str) -> Self {
        date.clone_into(&mut self.revision);
        self
    }

    /// Sets the `elicitation` among its capabilities, which may have any shape.
    pub fn elicitation(mut self, declared: Value) -> Self {
        self.elicitation = Some(declared);
        self
    }

    /// Removes the elicitation from its capabilities, so that it cannot ask anybody.
    pub fn mute(mut self) -> Self {
        self.elicitation = None;
        self
    }

    pub(crate) fn is_modern(&self) -> bool {
        self.revision.as_str() >= MODERN
    }

    /// Returns the parameters of `initialize`.
    pub(crate) fn hello(&self) -> Value {
        json!({
            "protocolVersion": self.revision,
            "capabilities": self.capabilities(),
            "clientInfo": info(),
        })
    }

    /// Adds the declaration of a modern client to the parameters of a request.
    pub(crate) fn declare(&self, params: &mut Value) {
        if !self.is_modern() {
            return;
        }
        let meta = &mut params["_meta"];
        meta["io.modelcontextprotocol/protocolVersion"] = self.revision.clone().into();
        meta["io.modelcontextprotocol/clientCapabilities"] = self.capabilities();
        meta["io.modelcontextprotocol/clientInfo"] = info();
    }

    fn capabilities(&self) -> Value {
        match &self.elicitation {
            Some(declared) => json!({"elicitation": declared}),
            None => json!({}),
        }
    }
}

fn info() -> Value {
    json!({"name": "person", "version": env!("CARGO_PKG_VERSION")})
}
