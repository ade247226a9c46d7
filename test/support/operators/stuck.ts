import { Client, Connection } from '@temporalio/client';
import type { ScriptInput } from '../../../adapters/dtone/simulator/scripts.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { run } from '../cli/terminal.ts';
import type { FaultStack } from '../faults/fault-stack.ts';
import { retryWhileBusy } from '../retry.ts';
import { type NetworkName, wish } from '../scenarios/client.ts';

/** Long enough for a slow machine. */
export const PATIENCE = { timeout: 150_000, interval: 500 };

/** Longest that the person on call waits for one answer, in milliseconds. */
const ANSWER_MS = 5_000;

/** An answer, and whether it came in under 5 s. */
export interface Timed<T> {
  readonly answer: T;
  readonly inTime: boolean;
}

/** Asks once. */
export async function timed<T>(ask: () => Promise<T>): Promise<Timed<T>> {
  const began = performance.now();
  const answer = await ask();
  return { answer, inTime: performance.now() - began < ANSWER_MS };
}

/** The output of `purchase trace` for a purchase's id or reference. */
export function traceOf(stack: FaultStack, text: string) {
  return jsonOf(stack, ['purchase', 'trace', text]);
}

/** The cause that `purchase stuck` names for a purchase; null if it does not list it. */
export async function stuckCauseOf(stack: FaultStack, id: string): Promise<string | null> {
  const listed: { id: string; cause: string }[] = await jsonOf(stack, [
    'purchase',
    'stuck',
    '--older-than',
    '0',
  ]);
  return listed.find((each) => each.id === id)?.cause ?? null;
}

/** The names of the checks of `health` that fail. */
export async function failingChecks(stack: FaultStack): Promise<string[]> {
  const { checks }: { checks: { name: string; ok: boolean }[] } = await jsonOf(stack, ['health']);
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

async function jsonOf({ stack }: FaultStack, words: readonly string[]) {
  const environment = {
    DATABASE_URL: urlAs('operator', stack.databaseUrl),
    TEMPORAL_ADDRESS: stack.temporalAddress,
    TEMPORAL_UI_URL: stack.temporalUiUrl ?? '',
  };
  const { out, err } = await run([...words, '--json'], { environment });
  if (out === '') throw new Error(err);
  return JSON.parse(out);
}

/** Buys for a new number, with a script for the simulator. */
export async function buyScripted(
  stack: FaultStack,
  network: NetworkName,
  script: Omit<ScriptInput, 'number'>,
  apiKey = stack.apiKey,
): Promise<string> {
  const asked = wish(network);
  await post(`${stack.simulators.dtone}/_simulator/scripts`, '', { ...script, number: asked.phone_number });
  const { id } = await post(`${stack.apiUrl}/v1/purchases`, apiKey, asked);
  return id;
}

/** What the Temporal UI shows of the newest workflow of a type. */
export interface Shown {
  readonly summary: string;
  /** In Markdown. */
  readonly details: string;
  readonly attributes: readonly string[];
  /** Of each timer and activity in its history; empty for one that has none. */
  readonly steps: readonly string[];
}

/** Reads what is shown of the workflow that a query finds; null if it finds none. */
export async function shownOf({ stack }: FaultStack, query: string): Promise<Shown | null> {
  const connection = await Connection.connect({ address: stack.temporalAddress });
  try {
    const { workflow } = new Client({ connection });
    for await (const { workflowId, runId } of workflow.list({ query })) {
      const handle = workflow.getHandle(workflowId, runId);
      const described = await handle.describe();
      const { currentDetails } = await handle.query<{ currentDetails?: string }>(
        '__temporal_workflow_metadata',
      );
      const { events } = await handle.fetchHistory();
      return {
        summary: (await described.staticSummary()) ?? '',
        details: currentDetails ?? '',
        attributes: described.typedSearchAttributes.getAll().map(({ key }) => key.name),
        steps: (events ?? [])
          .filter((event) => event.timerStartedEventAttributes || event.activityTaskScheduledEventAttributes)
          .map(({ userMetadata }) => Buffer.from(userMetadata?.summary?.data ?? '').toString()),
      };
    }
    return null;
  } finally {
    await connection.close();
  }
}

async function post(url: string, apiKey: string, body: object): Promise<{ id: string }> {
  const send = () =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(body),
    });
  // A busy machine refuses for a moment; the same reference buys once.
  const response = await retryWhileBusy(send);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return text === '' ? { id: '' } : JSON.parse(text);
}
