// The TypeScript client 2.x, which knows every revision.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { declared, main } from './play.mjs';

await main('TypeScript client 2.4.0', async (case_, answer) => {
  const [command, ...args] = case_.command ?? [];
  const transport = case_.url
    ? new StreamableHTTPClientTransport(new URL(case_.url), { requestInit: { headers: case_.headers } })
    : new StdioClientTransport({ command, args, env: case_.environment });
  const revision =
    case_.revision >= '2026'
      ? { versionNegotiation: { mode: { pin: case_.revision } } }
      : { supportedProtocolVersions: [case_.revision] };
  const capabilities = declared(case_.elicitation);
  const client = new Client({ name: 'client', version: '2' }, { capabilities, ...revision });
  if (case_.elicitation !== 'none') {
    client.setRequestHandler('elicitation/create', async (request) => answer(request));
  }
  await client.connect(transport);
  return { client, revision: () => client.getNegotiatedProtocolVersion() };
});
