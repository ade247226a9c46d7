import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type Client, VERSION } from '../../src/index.ts';
import type { Budget } from './budget.ts';
import { buyingTool } from './buying.ts';
import { readingTools } from './reading.ts';
import { errorData, masked, type Tool } from './tool.ts';

export interface ServerOptions {
  readonly client: Client;
  /** null when nothing may be bought. */
  readonly budget: Budget | null;
  /** Receives one line per call, without phone numbers. */
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

const INSTRUCTIONS = [
  'Bundlewire buys prepaid mobile data bundles for phone numbers.',
  'Amounts are integers in minor units: 100000 with the currency NGN is ₦1,000.00.',
  'A purchase is pending until the network confirms or refuses it. A failed purchase is not charged.',
].join(' ');

/** Serves the tools on standard input and output, until the input ends or the signal is aborted. */
export async function serve({ client, budget, log, signal }: ServerOptions): Promise<void> {
  const server = new McpServer({ name: 'bundlewire', version: VERSION }, { instructions: INSTRUCTIONS });
  const tools = readingTools(client, budget);
  for (const one of budget === null ? tools : [...tools, buyingTool(client, budget)])
    register(server, one, { log, signal });

  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    signal.addEventListener('abort', () => resolve(), { once: true });
    process.stdin.once('end', resolve).once('close', resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

function register(
  server: McpServer,
  one: Tool,
  { log, signal }: Pick<ServerOptions, 'log' | 'signal'>,
): void {
  const { name, title, description, input, reads } = one;
  const annotations = {
    readOnlyHint: reads,
    destructiveHint: !reads,
    idempotentHint: true,
    openWorldHint: true,
  };
  server.registerTool(
    name,
    { title, description, inputSchema: input, annotations },
    async (given: Record<string, unknown>, extra: { readonly signal: AbortSignal }) => {
      const began = performance.now();
      const { isError, data, outcome } = await call(one, given, AbortSignal.any([extra.signal, signal]));
      const ms = Math.round(performance.now() - began);
      log(masked(`${name} ${outcome} ${ms} ms ${JSON.stringify(given)}`));
      return { content: [{ type: 'text' as const, text: JSON.stringify(data, null, 2) }], isError };
    },
  );
}

/** Runs a tool. Never throws: an agent reads errors as results. */
async function call(one: Tool, given: Record<string, unknown>, signal: AbortSignal) {
  try {
    return { isError: false, data: await one.run(given, signal), outcome: 'done' };
  } catch (error) {
    const data = errorData(error);
    return { isError: true, data: { error: data }, outcome: data.code };
  }
}
