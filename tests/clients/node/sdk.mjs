// The TypeScript SDK 1.x, which knows the revisions up to 2025-11-25.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { declared, main } from './play.mjs';

/** A transport that offers a revision of our choice. The SDK always offers its newest. */
const offering = (Transport) =>
  class extends Transport {
    send(message, options) {
      if (message.method !== 'initialize') return super.send(message, options);
      const params = { ...message.params, protocolVersion: this.offered };
      return super.send({ ...message, params }, options);
    }

    // The client tells the agreed revision only to its transport.
    setProtocolVersion(revision) {
      this.agreed = revision;
      super.setProtocolVersion?.(revision);
    }
  };
const Stdio = offering(StdioClientTransport);
const Http = offering(StreamableHTTPClientTransport);

await main('TypeScript SDK 1.32.2', async (case_, answer) => {
  const [command, ...args] = case_.command ?? [];
  const transport = case_.url
    ? new Http(new URL(case_.url), { requestInit: { headers: case_.headers } })
    : new Stdio({ command, args, env: case_.environment });
  transport.offered = case_.revision;
  const client = new Client({ name: 'sdk', version: '1' }, { capabilities: declared(case_.elicitation) });
  if (case_.elicitation !== 'none') client.setRequestHandler(ElicitRequestSchema, answer);
  await client.connect(transport);
  return { client, revision: () => transport.agreed };
});
