"""Plays cases with the Python SDK of MCP.

Reads one case a line from stdin and prints one report a line. `../src/cases.rs` describes both.
"""

import asyncio
import contextlib
import json
import sys
from importlib.metadata import version

import httpx2
import mcp_types
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

MODERN = "2026-07-28"


def declared(kind):
    """Returns the elicitation capability that a client of this kind declares."""
    return {"empty": {}, "form": {"form": {}}, "url": {"url": {}}, "both": {"form": {}, "url": {}}}[kind]


class Outgoing:
    """The stream to the server, which declares what a case wants.

    The SDK always declares forms and URLs together, and always offers its newest revision.
    """

    def __init__(self, stream, case):
        self.stream = stream
        self.case = case

    async def send(self, item):
        self.amend(item.message)
        await self.stream.send(item)

    def amend(self, message):
        params = getattr(message, "params", None) or {}
        meta = params.get("_meta") or {}
        places = [meta.get("io.modelcontextprotocol/clientCapabilities")]
        if getattr(message, "method", None) == "initialize":
            params["protocolVersion"] = self.case["revision"]
            places.append(params["capabilities"])
        if self.case["elicitation"] != "none":
            for capabilities in filter(lambda place: place is not None, places):
                capabilities["elicitation"] = declared(self.case["elicitation"])

    async def aclose(self):
        await self.stream.aclose()

    async def __aenter__(self):
        await self.stream.__aenter__()
        return self

    async def __aexit__(self, *error):
        return await self.stream.__aexit__(*error)


@contextlib.asynccontextmanager
async def transport(case):
    async with contextlib.AsyncExitStack() as stack:
        if "url" in case:
            http = await stack.enter_async_context(httpx2.AsyncClient(headers=case["headers"]))
            opened = streamable_http_client(case["url"], http_client=http)
        else:
            program, *arguments = case["command"]
            opened = stdio_client(
                StdioServerParameters(command=program, args=arguments, env=case["environment"])
            )
        incoming, outgoing = await stack.enter_async_context(opened)
        yield incoming, Outgoing(outgoing, case)


def filled(schema, agrees):
    """Fills a form of one yes-or-no field. Any other form is an error."""
    ((name, field),) = schema["properties"].items()
    if field["type"] != "boolean":
        raise ValueError(f"not a yes-or-no field: {field}")
    return {name: agrees}


async def play(case):
    questions = []

    async def answer(_context, params):
        question = params.model_dump(by_alias=True, mode="json", exclude_none=True)
        questions.append(question["message"])
        if case["answer"] in ("decline", "cancel"):
            return mcp_types.ElicitResult(action=case["answer"])
        form = filled(question["requestedSchema"], case["answer"] == "yes")
        return mcp_types.ElicitResult(action="accept", content=form)

    client = Client(
        transport(case),
        mode=MODERN if case["revision"] == MODERN else "legacy",
        elicitation_callback=None if case["elicitation"] == "none" else answer,
    )
    codes = 0
    async with client:
        arguments = dict(case["arguments"])
        while True:
            result = await client.call_tool(case["tool"], arguments)
            code = (result.structured_content or {}).get("confirmation")
            if code is None or codes or not case["use_code"]:
                break
            arguments["confirmation"] = code
            codes += 1
        return {
            "revision": client.protocol_version,
            "questions": questions,
            "codes": codes,
            "reply": result.model_dump(by_alias=True, mode="json", exclude_none=True),
        }


async def main():
    name = "Python SDK " + version("mcp")
    for line in sys.stdin:
        try:
            report = await asyncio.wait_for(play(json.loads(line)), 120)
        except Exception as error:  # The report says it, and the next case still runs.
            report = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps({"client": name} | report), flush=True)


asyncio.run(main())
