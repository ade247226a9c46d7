import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export interface ToolResult {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each tool returns another shape
  readonly data: any;
}

/** The MCP server of the clients' command, with a real MCP client. */
export interface McpSession {
  readonly client: Client;
  readonly pid: number;
  /** Standard error so far. */
  readonly log: () => string;
  /** Errors of the protocol, such as output that is not JSON-RPC. */
  readonly protocolErrors: readonly Error[];
  /** Calls a tool. `isError` is true when the tool refused. */
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
  close(): Promise<void>;
}

/** Starts `program args…`, which must be the command with `mcp`, and connects to it. */
export async function openMcp(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<McpSession> {
  const transport = new StdioClientTransport({ command, args, env: { ...env }, stderr: 'pipe' });
  let log = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const protocolErrors: Error[] = [];
  client.onerror = (error) => protocolErrors.push(error);
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    log: () => log,
    protocolErrors,
    async call(name, given = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const [first] = content as readonly { readonly text: string }[];
      const text = first?.text ?? '';
      return { isError: isError === true, data: text.startsWith('{') ? JSON.parse(text) : text };
    },
    close: () => client.close(),
  };
}
