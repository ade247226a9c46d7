import { Client } from '@temporalio/client';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uuidOf } from '../../../domain/ids.ts';
import { ROWS_AT_FIRST, rowLead } from '../../../domain/network/row-lead.ts';
import { createFirstSends } from '../../../worker/relay/first-sends.ts';
import { createSinglesWatch } from '../../../worker/relay/singles-watch.ts';
import { createStarter, SINGLES_AT_ONCE } from '../../../worker/relay/start-purchases.ts';
import { createLedgerFixture, type LedgerFixture, QUEUE } from '../../support/purchases/fixture.ts';
import { temporalOver } from '../../support/relay/stubs.ts';

const log = pino({ level: 'silent' });

/** How many rows of batches go ahead while no single purchase comes, and how many were sent when more follow. */
const ALONE = rowLead(ROWS_AT_FIRST, Number.POSITIVE_INFINITY);
const REFILL = ALONE.most - ALONE.left;
const ROWS = 2 * ALONE.most;

let fixture: LedgerFixture;
beforeEach(async () => {
  fixture = await createLedgerFixture();
});
afterEach(() => fixture.close());

/** A link whose starts of rows of batches take until `letGo` is called. */
function slowForRows() {
  const started: { readonly id: string; readonly priority: number | undefined }[] = [];
  const gate = Promise.withResolvers<void>();
  const client = new Client();
  vi.spyOn(client.workflow, 'start').mockImplementation(async (_type, options) => {
    started.push({ id: options.workflowId, priority: options.priority?.priorityKey });
    if (options.priority !== undefined) await gate.promise;
    throw new Error('no server in this test');
  });
  return { temporal: temporalOver(client), started, letGo: gate.resolve };
}

async function rowsOfBatch(count: number): Promise<void> {
  await fixture.buyMany(await fixture.openAccount(), count);
  await fixture.pool.query(`UPDATE purchases SET batch_id = gen_random_uuid()`);
  await fixture.pool.query(`UPDATE outbox SET priority = 2`);
}

it('never lets a single purchase stand behind rows of batches that are being started', async () => {
  await rowsOfBatch(ROWS);
  const { temporal, started, letGo } = slowForRows();
  const starter = createStarter({ pool: fixture.pool, temporal, log }, QUEUE, () => {});

  await starter.pass();
  await starter.pass();
  expect(started).toHaveLength(ALONE.most);
  expect(new Set(started.map(({ priority }) => priority))).toEqual(new Set([4]));

  const [single] = await fixture.buyMany(await fixture.openAccount(), 1);
  await starter.pass();
  expect(started.at(-1)).toEqual({ id: single, priority: undefined });
  expect(started).toHaveLength(ALONE.most + 1);

  letGo();
  await starter.idle();
  const { rows } = await fixture.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM outbox WHERE queue = $1 AND subject_id <> $2`,
    [QUEUE, uuidOf('pur', single ?? 'pur_')],
  );
  expect(rows[0]?.n).toBe(ROWS);
});

/** A link whose starts succeed, each once it is let go. */
function slowForAll() {
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  const client = new Client();
  vi.spyOn(client.workflow, 'start').mockImplementation(async (_type, options) => {
    started.push(options.workflowId);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return client.workflow.getHandle(options.workflowId) as Awaited<ReturnType<typeof client.workflow.start>>;
  });
  const letGo = () => {
    for (const go of waiting.splice(0)) go();
  };
  return { temporal: temporalOver(client), started, letGo };
}

it('starts further rows of batches when enough of those before have been sent', async () => {
  await rowsOfBatch(ROWS);
  const { temporal, started, letGo } = slowForAll();
  const unsent: (() => void)[] = [];
  const sends = { of: () => new Promise<boolean>((resolve) => unsent.push(() => resolve(true))) };
  const woken: string[] = [];
  const deps = { pool: fixture.pool, temporal, log, sends };
  const starter = createStarter(deps, QUEUE, () => void woken.push(QUEUE));

  await starter.pass();
  letGo();
  await starter.idle();
  for (const send of unsent.splice(0, REFILL / 2)) send();
  await expect.poll(() => starter.pass().then(() => started.length)).toBe(ALONE.most + REFILL / 2);
  expect(woken).toEqual([]);

  letGo();
  await starter.idle();
  for (const send of unsent.splice(0, REFILL)) send();
  await expect.poll(() => woken).toEqual([QUEUE]);
});

it('starts a single purchase while the start of another is under way', async () => {
  const account = await fixture.openAccount();
  const { temporal, started, letGo } = slowForAll();
  const starter = createStarter({ pool: fixture.pool, temporal, log }, QUEUE, () => {});

  const first = await fixture.buyMany(account, 1);
  await starter.pass();
  const second = await fixture.buyMany(account, 1);
  await starter.pass();
  expect(started).toEqual([...first, ...second]);

  letGo();
  await starter.idle();
  const { rows } = await fixture.pool.query(`SELECT FROM outbox WHERE queue = $1`, [QUEUE]);
  expect(rows).toHaveLength(0);
});

it('starts so many single purchases of a page at once, and admits more when half of it is on its way', async () => {
  await fixture.buyMany(await fixture.openAccount(), 100);
  const { temporal, started, letGo } = slowForAll();
  const woken: string[] = [];
  const starter = createStarter({ pool: fixture.pool, temporal, log }, QUEUE, () => void woken.push(QUEUE));

  expect(await starter.pass()).toBe('more');
  expect(await starter.pass()).toBe('done');
  expect(started).toHaveLength(SINGLES_AT_ONCE);
  letGo();
  await expect.poll(() => started).toHaveLength(2 * SINGLES_AT_ONCE);
  expect(woken).toEqual([]);
  letGo();
  await expect.poll(() => woken).toEqual([QUEUE]);

  const goOn = async () => {
    letGo();
    await starter.pass();
    return started;
  };
  await expect.poll(goOn).toHaveLength(100);
  letGo();
  await starter.idle();
  expect(new Set(started).size).toBe(100);
});

it('starts few rows of batches while single purchases come to any queue of the process', async () => {
  await rowsOfBatch(ROWS);
  const { temporal, started, letGo } = slowForRows();
  let now = 0;
  const singles = createSinglesWatch(() => now);
  const starter = createStarter({ pool: fixture.pool, temporal, log, singles }, QUEUE, () => {});
  singles.came();
  await starter.pass();
  expect(started).toHaveLength(ROWS_AT_FIRST);

  now += 60_000;
  await starter.pass();
  expect(started).toHaveLength(ALONE.most);
  letGo();
  await starter.idle();
});

/** Starts three single purchases, each of whose sends is told so; answers the waits that were heard of. */
async function waitsOfThree(here: boolean): Promise<readonly number[]> {
  const { temporal, letGo } = slowForAll();
  let told = 0;
  const sends = {
    of: () =>
      Promise.resolve(here).finally(() => {
        told += 1;
      }),
  };
  const waits: number[] = [];
  const singles = { ...createSinglesWatch(), waited: (ms: number) => void waits.push(ms) };
  const starter = createStarter({ pool: fixture.pool, temporal, log, sends, singles }, QUEUE, () => {});
  await fixture.buyMany(await fixture.openAccount(), 3);
  await starter.pass();
  await expect.poll(() => told).toBe(3);
  letGo();
  await starter.idle();
  return waits;
}

it('hears of each single purchase how long it waited for its first send', async () => {
  expect(await waitsOfThree(true)).toHaveLength(3);
});

it('takes no wait of a purchase that another process sends', async () => {
  expect(await waitsOfThree(false)).toEqual([]);
});

it('takes a row for sent when its send begins here, and after a second when another process may have it', async () => {
  vi.useFakeTimers();
  try {
    const sends = createFirstSends();
    const told: string[] = [];
    void sends.of('pur_here', 1_000).then((here) => told.push(`here ${here}`));
    void sends.of('pur_there', 1_000).then((here) => told.push(`there ${here}`));
    sends.begun('pur_of_nobody');
    sends.begun('pur_here');
    await vi.advanceTimersByTimeAsync(999);
    expect(told).toEqual(['here true']);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(['here true', 'there false']);
  } finally {
    vi.useRealTimers();
  }
});

it('hears of a send that is awaited anew after an earlier wait has ended', async () => {
  vi.useFakeTimers();
  try {
    const sends = createFirstSends();
    const first = sends.of('pur_again', 1_000);
    await vi.advanceTimersByTimeAsync(500);
    const again = sends.of('pur_again', 1_000);
    await vi.advanceTimersByTimeAsync(500);
    expect(await first).toBe(false);
    sends.begun('pur_again');
    expect(await again).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
