//! Fixtures that request other input than a yes. They use only rmcp and not this library. They are here
//! so that one server answers every input-required scenario of the suite.

use std::collections::BTreeMap;

use rmcp::{
    ErrorData, RoleServer,
    handler::server::tool::{InputResponses, RequestState},
    model::{
        CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, GetPromptRequestParams,
        GetPromptResponse, GetPromptResult, InputRequests, InputRequiredResult, PromptMessage,
        Role, SamplingCapability,
    },
    service::RequestContext,
    tool, tool_router,
};
use serde_json::{Value, json};

use super::Server;

pub(super) const PROMPT: &str = "test_input_required_result_prompt";

type Responses = BTreeMap<String, Value>;

#[tool_router(router = plain, vis = "pub(super)")]
impl Server {
    /// Asks for a name.
    #[tool]
    async fn test_input_required_result_elicitation(
        &self,
        InputResponses(responses): InputResponses,
    ) -> CallToolResponse {
        until_answered(&[("user_name", form("name"))], None, responses.as_ref())
    }

    /// Asks the client's model.
    #[tool]
    async fn test_input_required_result_sampling(
        &self,
        InputResponses(responses): InputResponses,
    ) -> CallToolResponse {
        until_answered(&[("capital_question", sample())], None, responses.as_ref())
    }

    /// Asks for the client's roots.
    #[tool]
    async fn test_input_required_result_list_roots(
        &self,
        InputResponses(responses): InputResponses,
    ) -> CallToolResponse {
        until_answered(&[("client_roots", roots())], None, responses.as_ref())
    }

    /// Asks for all three at once.
    #[tool]
    async fn test_input_required_result_multiple_inputs(
        &self,
        InputResponses(responses): InputResponses,
    ) -> CallToolResponse {
        let requests = [
            ("user_name", form("name")),
            ("greeting", sample()),
            ("client_roots", roots()),
        ];
        until_answered(&requests, Some("all three"), responses.as_ref())
    }

    /// Asks twice, one after the other.
    #[tool]
    async fn test_input_required_result_multi_round(
        &self,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
    ) -> CallToolResponse {
        if state.as_deref() == Some("second") {
            return until_answered(
                &[("step2", form("color"))],
                Some("second"),
                responses.as_ref(),
            );
        }
        match until_answered(
            &[("step1", form("name"))],
            Some("first"),
            responses.as_ref(),
        ) {
            CallToolResponse::Complete(_) => {
                until_answered(&[("step2", form("color"))], Some("second"), None)
            }
            asked => asked,
        }
    }

    /// Asks only what the client declared for this request.
    #[tool]
    async fn test_input_required_result_capabilities(
        &self,
        context: RequestContext<RoleServer>,
        InputResponses(responses): InputResponses,
    ) -> CallToolResponse {
        let declared = context.client_capabilities().unwrap_or_default();
        let mut requests = Vec::new();
        if declared.elicitation.is_some() {
            requests.push(("user_name", form("name")));
        }
        if declared.sampling.is_some() {
            requests.push(("capital_question", sample()));
        }
        until_answered(&requests, None, responses.as_ref())
    }

    /// Needs a client with a model.
    #[tool]
    async fn test_missing_capability(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        let declared = context.client_capabilities().unwrap_or_default();
        if declared.sampling.is_some() {
            return Ok("It has one.".to_owned());
        }
        let mut required = ClientCapabilities::default();
        required.sampling = Some(SamplingCapability::default());
        Err(ErrorData::missing_required_client_capability(required))
    }

    /// Sends no log message, whatever the level.
    #[tool]
    async fn test_logging_tool(&self) -> String {
        "Nothing to tell.".to_owned()
    }
}

/// Requests its context.
pub(super) fn prompt(request: &GetPromptRequestParams) -> Result<GetPromptResponse, ErrorData> {
    if request.name != PROMPT {
        return Err(ErrorData::invalid_params("there is no such prompt", None));
    }
    let requests = [("user_context", form("context"))];
    Ok(if answered(&requests, request.input_responses.as_ref()) {
        let message = PromptMessage::new_text(Role::User, "Here is the context.");
        GetPromptResult::new(vec![message]).into()
    } else {
        ask(&requests, None).into()
    })
}

fn until_answered(
    requests: &[(&str, Value)],
    state: Option<&str>,
    responses: Option<&Responses>,
) -> CallToolResponse {
    if answered(requests, responses) {
        CallToolResult::success(vec![ContentBlock::text("Thank you.")]).into()
    } else {
        ask(requests, state).into()
    }
}

/// Returns whether each request has a response of the right kind. Ignores other responses.
fn answered(requests: &[(&str, Value)], responses: Option<&Responses>) -> bool {
    requests.iter().all(|(key, _)| {
        responses
            .and_then(|responses| responses.get(*key))
            .is_some_and(Value::is_object)
    })
}

fn ask(requests: &[(&str, Value)], state: Option<&str>) -> InputRequiredResult {
    let requests = requests
        .iter()
        .map(|(key, request)| ((*key).to_owned(), request.clone()))
        .collect();
    let requests: InputRequests =
        serde_json::from_value(Value::Object(requests)).expect("they are requests of the protocol");
    InputRequiredResult::new(Some(requests), state.map(str::to_owned))
}

fn form(field: &str) -> Value {
    json!({
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": format!("What is your {field}?"),
            "requestedSchema": {
                "type": "object",
                "properties": {field: {"type": "string"}},
                "required": [field],
            },
        },
    })
}

fn sample() -> Value {
    let text = json!({"type": "text", "text": "What is the capital of France?"});
    json!({
        "method": "sampling/createMessage",
        "params": {"messages": [{"role": "user", "content": text}], "maxTokens": 100},
    })
}

fn roots() -> Value {
    json!({"method": "roots/list"})
}
