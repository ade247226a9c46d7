import { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { createStarter, WINDOWS } from '../../../worker/relay/start-purchases.ts';
import { createLedgerFixture, type LedgerFixture, QUEUE } from '../../support/purchases/fixture.ts';
import { onePool, temporalOver } from '../../support/relay/stubs.ts';

const log = pino({ level: 'silent' });
const ROWS = 5 * WINDOWS.rows;

let fixture: LedgerFixture;
beforeEach(async () => {
  fixture = await createLedgerFixture();
});
afterEach(() => fixture.close());

async function buySingles(count: number): Promise<PurchaseId[]> {
  return fixture.buyMany(await fixture.openAccount(), count);
}

/** Buys rows of a campaign; before any single purchase of the test. */
async function buyRows(count: number): Promise<void> {
  await fixture.buyMany(await fixture.openAccount(), count);
  await fixture.pool.query(`UPDATE purchases SET batch_id = gen_random_uuid()`);
  await fixture.pool.query(`UPDATE outbox SET priority = 2`);
}

/** Purchases that still wait for their start, or whose start is not recorded. */
async function queued(): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ id: string }>(
    `SELECT subject_id AS id FROM outbox WHERE queue = $1`,
    [QUEUE],
  );
  return rows.map(({ id }) => id);
}

interface Start {
  readonly id: string;
  readonly ofRow: boolean;
}

/** A link whose starts are scripted; `starter` starts over it and counts its wake-ups. */
function temporal(answer: (start: Start) => Promise<void>) {
  const started: Start[] = [];
  const client = new Client();
  vi.spyOn(client.workflow, 'start').mockImplementation(async (_type, { workflowId, priority }) => {
    const start = { id: workflowId, ofRow: (priority?.priorityKey ?? 3) > 3 };
    started.push(start);
    await answer(start);
    return client.workflow.getHandle(workflowId) as never;
  });
  let wakeUps = 0;
  const deps = { pools: onePool(fixture.pool), temporal: temporalOver(client), log };
  const starter = createStarter(deps, QUEUE, () => {
    wakeUps += 1;
  });
  return { started, starter, wakeUps: () => wakeUps };
}

/** Starts that Temporal answers one by one, when it is let. */
function slowTemporal(isSlow: (start: Start) => boolean = () => true) {
  const waiting: (() => void)[] = [];
  const link = temporal(async (start) => {
    if (isSlow(start)) await new Promise<void>((resolve) => waiting.push(resolve));
  });
  const letGo = (count = waiting.length) => {
    for (const go of waiting.splice(0, count)) go();
  };
  return { ...link, letGo };
}

describe('rows of a campaign', () => {
  it('that are being started hold up no single purchase', async () => {
    await buyRows(ROWS);
    const { started, starter, letGo } = slowTemporal(({ ofRow }) => ofRow);
    await starter.pass();
    await starter.pass();
    expect(started).toHaveLength(WINDOWS.rows);

    const singles = await buySingles(3);
    await starter.pass();
    expect(started.flatMap(({ id, ofRow }) => (ofRow ? [] : [id])).sort()).toEqual([...singles].sort());
    expect(started).toHaveLength(WINDOWS.rows + 3);

    letGo();
    await starter.idle();
    expect(await queued()).toHaveLength(ROWS - WINDOWS.rows);
  });

  it('follow when half of those before have been started', async () => {
    await buyRows(ROWS);
    const { started, starter, letGo, wakeUps } = slowTemporal();
    await starter.pass();
    letGo(WINDOWS.rows / 2 - 1);
    await starter.pass();
    expect([started.length, wakeUps()]).toEqual([WINDOWS.rows, 0]);
    letGo(1);
    await expect.poll(wakeUps).toBe(1);
    await starter.pass();
    expect(started).toHaveLength(WINDOWS.rows * 1.5);
    letGo();
    await starter.idle();
  });

  it('are started beside single purchases as far as these leave room', async () => {
    await buyRows(ROWS);
    await buySingles(5);
    const { started, starter, letGo } = slowTemporal();
    await starter.pass();
    expect(started.filter(({ ofRow }) => !ofRow)).toHaveLength(5);
    expect(started.filter(({ ofRow }) => ofRow)).toHaveLength(WINDOWS.rows);
    letGo();
    await starter.idle();
  });
});

describe('single purchases', () => {
  it('are started while the start of another is under way', async () => {
    const { started, starter, letGo } = slowTemporal();
    const first = await buySingles(1);
    await starter.pass();
    const second = await buySingles(1);
    await starter.pass();
    expect(started.map(({ id }) => id)).toEqual([...first, ...second]);

    letGo();
    await starter.idle();
    expect(await queued()).toEqual([]);
  });

  it('of a backlog are all started, never more concurrently than the window holds', async () => {
    const bought = await buySingles(100);
    let underWay = 0;
    let most = 0;
    const { started, starter } = temporal(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
    });
    const passAgain = async () => {
      await starter.pass();
      return queued();
    };
    await expect.poll(passAgain).toEqual([]);
    expect(started.map(({ id }) => id).sort()).toEqual([...bought].sort());
    expect(most).toBe(WINDOWS.singles);
  });

  it('whose workflows already run make room immediately for the next', async () => {
    const bought = await buySingles(2 * WINDOWS.singles);
    const { started, starter } = temporal(async ({ id }) => {
      throw new WorkflowExecutionAlreadyStartedError('it runs', id, 'purchase');
    });
    await starter.pass();
    await starter.idle();
    await starter.pass();
    await starter.idle();
    expect(started.map(({ id }) => id).sort()).toEqual([...bought].sort());
    expect(await queued()).toEqual([]);
  });
});

describe('starts that fail', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('keep their places for a second, so that a backlog is not spent on a Temporal that is away', async () => {
    const bought = await buySingles(3 * WINDOWS.singles);
    const { started, starter, wakeUps } = temporal(() => Promise.reject(new Error('no server in this test')));
    for (let pass = 0; pass < 3; pass++) {
      await starter.pass();
      await starter.idle();
    }
    expect(started).toHaveLength(WINDOWS.singles);
    expect(wakeUps()).toBe(0);

    await vi.advanceTimersByTimeAsync(1_000);
    expect(wakeUps()).toBe(1);
    await starter.pass();
    await starter.idle();
    expect(started).toHaveLength(2 * WINDOWS.singles);
    expect((await queued()).sort()).toEqual(bought.map((id) => uuidOf('pur', id)).sort());
  });
});

it('starts nothing more once it is stopped, and gives back what it has claimed', async () => {
  const bought = await buySingles(5);
  const stopped = slowTemporal();
  const passing = stopped.starter.pass();
  stopped.starter.stop();
  await passing;
  await stopped.starter.pass();
  expect(stopped.started).toEqual([]);

  const { started, starter, letGo } = slowTemporal();
  const startedByAnother = () => starter.pass().then(() => started.map(({ id }) => id).sort());
  await expect.poll(startedByAnother).toEqual([...bought].sort());
  letGo();
  await starter.idle();
});
