use rmcp::{
    ClientHandler, ErrorData, RoleClient,
    model::{
        ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
        ElicitationCapability, FormElicitationCapability, Implementation,
    },
    service::RequestContext,
};
use serde_json::json;

use super::{key, screen};
use crate::cli::Answer;

/// The client's handler: it shows the question and returns the person's answer.
pub(super) struct Person {
    /// The scripted answer; without it the terminal is read.
    scripted: Option<Answer>,
}

impl Person {
    pub(super) fn new(scripted: Option<Answer>) -> Self {
        Self { scripted }
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        let forms = FormElicitationCapability::default();
        capabilities.elicitation = Some(ElicitationCapability::new().with_form(forms));
        ClientConfig::new(
            capabilities,
            Implementation::new("avenir-server", env!("CARGO_PKG_VERSION")),
        )
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams {
            message,
            requested_schema,
            ..
        } = request
        else {
            return Err(ErrorData::invalid_params("only forms can be shown", None));
        };
        screen::question(&message, &requested_schema);
        let answer = match self.scripted {
            Some(answer) => Some(answer),
            None => key::read(context.ct).await,
        };
        screen::answer(answer);
        Ok(match answer {
            Some(Answer::Yes) => {
                // Tick every field, because all fields of the form are boxes.
                let ticked = requested_schema.properties.keys();
                let form = ticked.map(|field| (field.clone(), json!(true))).collect();
                let mut result = ElicitResult::new(ElicitationAction::Accept);
                result.content = Some(serde_json::Value::Object(form));
                result
            }
            Some(Answer::No) => ElicitResult::new(ElicitationAction::Decline),
            Some(Answer::Cancel) | None => ElicitResult::new(ElicitationAction::Cancel),
        })
    }
}
