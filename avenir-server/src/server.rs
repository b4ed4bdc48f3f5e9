//! The MCP server: its tools and their shared state.

use avenir_ynab::Client;
use confirm::Gate;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::router::tool::ToolRouter,
    model::{
        GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
        ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams,
        ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
    tool_handler,
};

use crate::{
    operations::Operations,
    prompts,
    resources::{self, guide},
    tools::{
        catalogue::{self, Names},
        write::{self, Answers},
    },
};

/// The server of one endpoint. Clones share all state.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub(crate) client: Client,
    pub(crate) gate: Gate,
    pub(crate) operations: Operations,
    pub(crate) answers: Answers,
    tools: ToolRouter<Self>,
    names: Names,
    access: Access,
}

/// The access to the plans: with or without the tools that change something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    ReadOnly,
    Write,
}

impl Server {
    pub(crate) fn new(client: Client, gate: Gate, operations: Operations, access: Access) -> Self {
        let mut tools = Self::read_tools();
        if access == Access::Write {
            tools += write::router();
        }
        let names = catalogue::ready(&mut tools);
        Self {
            client,
            gate,
            operations,
            answers: Answers::default(),
            tools,
            names,
            access,
        }
    }

    /// Returns the names of the tools that exist.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    pub(crate) fn access(&self) -> Access {
        self.access
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_prompts()
            .enable_resources()
            .enable_tools()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new(NAME, env!("CARGO_PKG_VERSION")))
            .with_instructions(guide::instructions(self.access))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(resources::list())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        call: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Ok(resources::read(self, request, &call).await?.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(prompts::list())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        Ok(prompts::get(self, request).await?.into())
    }
}

/// The name of the server, also in its questions.
pub(crate) const NAME: &str = "avenir-server";
