import { Client, Connection } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendSignal } from '../../../../../tools/stack/pid.ts';
import { startTemporal, type Temporal } from '../../../../../tools/stack/servers/temporal.ts';
import { type Patience, watchTemporal } from '../../../../../tools/stack/servers/temporal-watch.ts';
import { temporaryStateDir } from '../../../../support/state-dir.ts';

const PATIENCE: Patience = { everyMs: 200, limitMs: 15_000, missesMax: 2, logBytesMax: Number.MAX_VALUE };
const SLOW = { timeout: 90_000, interval: 200 };

let temporal: Temporal;
let firstPid: number;
let said: string[];
let endWatch: () => Promise<void>;

beforeEach(async () => {
  temporal = await startTemporal({
    stateDir: temporaryStateDir(),
    searchAttributes: {},
    log: () => undefined,
  });
  firstPid = temporal.pid ?? 0;
  said = [];
  await withClient(({ workflow }) => workflow.start('anything', { workflowId: 'kept', taskQueue: 'none' }));
});
afterEach(async () => {
  await endWatch();
  await temporal.destroy();
});

function watch(patience = PATIENCE): void {
  const ending = new AbortController();
  const log = (line: string) => void said.push(line);
  const watching = watchTemporal(temporal, { log, onRestart: () => {}, signal: ending.signal, patience });
  endWatch = async () => {
    ending.abort();
    await watching;
  };
}

async function withClient<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: temporal.address });
  try {
    return await use(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

const statusOfKept = () =>
  withClient(async ({ workflow }) => (await workflow.getHandle('kept').describe()).status.name).catch(
    (error: unknown) => String(error),
  );

describe("Temporal's development server, watched", () => {
  it.each([
    ['hangs', 'SIGSTOP', 'does not answer'],
    ['was killed', 'SIGKILL', 'ended'],
  ] as const)('is replaced on its file and its port when it %s', async (_, signal, words) => {
    watch();
    sendSignal(firstPid, signal);
    await expect.poll(() => temporal.pid, SLOW).not.toBe(firstPid);
    await endWatch();
    expect(await statusOfKept()).toBe('RUNNING');
    expect(said).toEqual([`The Temporal server ${words}. Restarting it with the same data.`]);
  });

  it('is replaced when the log of its database has grown too large', async () => {
    const before = temporal.logBytes();
    expect(before).toBeGreaterThan(0);
    watch({ ...PATIENCE, logBytesMax: before - 1 });
    await expect.poll(() => temporal.pid, SLOW).not.toBe(firstPid);
    await endWatch();
    expect(said[0]).toContain('lets its database log grow');
    expect(await statusOfKept()).toBe('RUNNING');
  });
});
