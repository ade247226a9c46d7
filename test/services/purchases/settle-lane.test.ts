import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { storeConfirmation } from '../../../db/purchases/submissions.ts';
import { uuidOf } from '../../../domain/ids.ts';
import {
  accountRow,
  bought,
  createTwoProcesses,
  expectInvariants,
  openAccount,
  RESOLVE_WITHIN_MS,
  type TwoProcesses,
} from '../../support/purchases/lane-fixture.ts';
import {
  CONFIRMED,
  EXPIRED,
  moveClock,
  purchaseRow,
  REFUSED,
  REVERSED,
  send,
  tell,
} from '../../support/purchases/outcome-reports.ts';

let fixture: TwoProcesses;
beforeAll(async () => {
  fixture = await createTwoProcesses();
});
afterEach(async () => {
  await moveClock(fixture.pool, 0);
  await expectInvariants(fixture.pool);
});
afterAll(() => fixture.close());

const afterDeadline = () => moveClock(fixture.pool, RESOLVE_WITHIN_MS + 1_000);

it.each([
  [
    '[states.successful] [events.types.successful] a confirmation charges the price',
    CONFIRMED,
    0,
    ['successful', null, ['purchase']],
    { available: 1, held: 0 },
  ],
  [
    '[states.refused] [placement.3] a refusal releases the hold',
    REFUSED,
    0,
    ['failed', 'number_barred', []],
    { available: 2, held: 0 },
  ],
  [
    '[events.types.failed] an expiry releases the hold',
    EXPIRED,
    RESOLVE_WITHIN_MS,
    ['failed', 'network_timeout', []],
    { available: 2 },
  ],
  [
    '[states.reversed] [events.types.reversed] a reversal charges and refunds',
    REVERSED,
    0,
    ['reversed', null, ['purchase', 'reversal']],
    { available: 2 },
  ],
] as const)(
  '%s once, although five report it at the same time',
  async (_name, report, laterMs, expected, money) => {
    const account = await openAccount(fixture, 2);
    const purchase = await bought(fixture, account, 'reported');
    await moveClock(fixture.pool, laterMs);
    const outcomes = await Promise.all(
      [0, 1, 0, 1, 0].map((process) =>
        tell(fixture.processes[process === 0 ? 0 : 1].settleLane, account, purchase, report),
      ),
    );

    const [status, failure, lines] = expected;
    expect(outcomes.filter((outcome) => outcome?.kind === 'settled')).toHaveLength(1);
    expect(new Set(outcomes.map((outcome) => outcome?.state.status))).toEqual(new Set([status]));
    const row = await purchaseRow(fixture.pool, purchase);
    expect(row).toMatchObject({ status, failure, lines });
    const events = status === 'reversed' ? ['successful', 'reversed'] : [status];
    expect(row.events).toEqual(events.map((event) => `purchase.${event}`));
    expect(row.outbox.filter((topic) => topic === 'deliver_event')).toHaveLength(events.length);
    expect(await accountRow(fixture.pool, account)).toMatchObject({
      ...money,
      held: 0,
      lines: 1 + lines.length,
    });
  },
);

it('[states.reversed] books a reversal after the charge as a refund, and a second one not at all', async () => {
  const account = await openAccount(fixture, 1);
  const purchase = await bought(fixture, account, 'taken-back');
  for (const report of [CONFIRMED, REVERSED, REVERSED, CONFIRMED]) {
    await tell(fixture.settleLane, account, purchase, report);
  }
  expect(await purchaseRow(fixture.pool, purchase)).toMatchObject({
    status: 'reversed',
    lines: ['purchase', 'reversal'],
    events: ['purchase.successful', 'purchase.reversed'],
  });
  expect(await accountRow(fixture.pool, account)).toMatchObject({ available: 1, held: 0 });
});

it('ignores an expiry before resolve_by', async () => {
  const account = await openAccount(fixture, 1);
  const purchase = await bought(fixture, account, 'early');
  const outcome = await tell(fixture.settleLane, account, purchase, EXPIRED);
  expect(outcome).toMatchObject({ kind: 'not_due', state: { status: 'pending' } });
  expect(await purchaseRow(fixture.pool, purchase)).toMatchObject({ events: [], outbox: ['start_purchase'] });
});

it('takes the start of a purchase out of the outbox when it expires unsent', async () => {
  const account = await openAccount(fixture, 1);
  const purchase = await bought(fixture, account, 'unsent');
  await afterDeadline();
  await tell(fixture.settleLane, account, purchase, EXPIRED);
  expect(await purchaseRow(fixture.pool, purchase)).toMatchObject({
    failure: 'network_timeout',
    outbox: ['deliver_event', 'end_purchase'],
    late: [],
  });
});

it('continues to inquire about a purchase that expired after it was sent', async () => {
  const account = await openAccount(fixture, 1);
  const purchase = await bought(fixture, account, 'sent');
  await send(fixture.pool, purchase);
  await afterDeadline();
  await tell(fixture.settleLane, account, purchase, EXPIRED);
  const { outbox, late } = await purchaseRow(fixture.pool, purchase);
  expect(late).toEqual(['inquiry']);
  expect(outbox).toContain('inquire_late');
});

it.each([CONFIRMED, REVERSED])(
  'lists $kind after resolve_by as late, and charges nothing',
  async (report) => {
    const account = await openAccount(fixture, 1);
    const purchase = await bought(fixture, account, 'late');
    await afterDeadline();
    await Promise.all(fixture.processes.map(({ settleLane }) => tell(settleLane, account, purchase, report)));
    expect(await purchaseRow(fixture.pool, purchase)).toMatchObject({
      failure: 'network_timeout',
      events: ['purchase.failed'],
      lines: [],
      late: ['confirmation'],
    });
  },
);

it.each([EXPIRED, CONFIRMED, REFUSED])(
  'charges for a confirmation that was stored in time, though $kind settles it late',
  async (report) => {
    const account = await openAccount(fixture, 1);
    const purchase = await bought(fixture, account, 'stored');
    await storeConfirmation(fixture.pool, purchase, { networkReference: 'STORED' }, 'callback');
    await afterDeadline();
    const outcome = await tell(fixture.settleLane, account, purchase, report);
    expect(outcome?.state).toMatchObject({
      status: 'successful',
      delivery: { networkReference: 'STORED' },
    });
    expect(await purchaseRow(fixture.pool, purchase)).toMatchObject({ lines: ['purchase'], late: [] });
  },
);

it("dates a delivery by PostgreSQL's clock, not by the gateway's or the process's", async () => {
  const account = await openAccount(fixture, 1);
  const purchase = await bought(fixture, account, 'dated');
  await moveClock(fixture.pool, 20_000);
  await storeConfirmation(fixture.pool, purchase, { networkReference: null }, 'inquiry');
  const delivery = { confirmedAt: new Date(0), networkReference: null };
  await tell(fixture.settleLane, account, purchase, { kind: 'confirmed', delivery });
  const { rows } = await fixture.pool.query<{ ordered: boolean }>(
    `SELECT created_at + interval '15 s' < confirmed_at AND confirmed_at <= completed_at AS ordered
       FROM purchases WHERE id = $1`,
    [uuidOf('pur', purchase)],
  );
  expect(rows).toEqual([{ ordered: true }]);
  await moveClock(fixture.pool, 0);
});

it('settles nothing that belongs to another account', async () => {
  const [account, stranger] = [await openAccount(fixture, 2), await openAccount(fixture, 2)];
  const purchase = await bought(fixture, account, 'mine');
  await bought(fixture, stranger, 'theirs');
  expect(await tell(fixture.settleLane, stranger, purchase, CONFIRMED)).toBeNull();
  expect(await purchaseRow(fixture.pool, purchase)).toMatchObject({
    status: 'pending',
    events: [],
    lines: [],
  });
  expect(await accountRow(fixture.pool, stranger)).toMatchObject({ available: 1, held: 1, lines: 1 });
});

it('dates no movement before the last one, though the clock steps back', async () => {
  const account = await openAccount(fixture, 2);
  const [first, second] = [await bought(fixture, account, 'a'), await bought(fixture, account, 'b')];
  await moveClock(fixture.pool, 30_000);
  await tell(fixture.settleLane, account, first, CONFIRMED);
  await moveClock(fixture.pool, 0);
  await tell(fixture.settleLane, account, second, CONFIRMED);
  expect(await accountRow(fixture.pool, account)).toMatchObject({ available: 0, held: 0, lines: 3 });
});
