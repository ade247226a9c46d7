import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { storeConfirmation } from '../../db/submissions.ts';
import type { SettleLane } from '../../lanes/settle-lane.ts';
import { CONFIRMED, EXPIRED, moveClock, purchaseRow, REFUSED, REVERSED, send, tell } from './news.ts';
import {
  accountRow,
  bought,
  createLaneSetting,
  expectInvariants,
  type LaneSetting,
  lanesOn,
  openAccount,
  RESOLVE_WITHIN_MS,
} from './setting.ts';

let setting: LaneSetting;
let other: Pool;
/** Those of two processes. */
let lanes: readonly [SettleLane, SettleLane];
beforeAll(async () => {
  setting = await createLaneSetting();
  other = createPool(setting.databaseUrl, { max: 4, applicationName: 'test-other', use: 'lanes' });
  lanes = [setting.settleLane, lanesOn(other).settleLane];
});
afterEach(async () => {
  await moveClock(setting.pool, 0);
  await expectInvariants(setting.pool);
});
afterAll(async () => {
  await other.end();
  await setting.close();
});

const afterDeadline = () => moveClock(setting.pool, RESOLVE_WITHIN_MS + 1_000);

it.each([
  [
    'a confirmation charges the price',
    CONFIRMED,
    0,
    ['successful', null, ['purchase']],
    { available: 1, held: 0 },
  ],
  ['a refusal releases the hold', REFUSED, 0, ['failed', 'number_barred', []], { available: 2, held: 0 }],
  [
    'an expiry releases the hold',
    EXPIRED,
    RESOLVE_WITHIN_MS,
    ['failed', 'network_timeout', []],
    { available: 2 },
  ],
  [
    'a reversal charges and refunds',
    REVERSED,
    0,
    ['reversed', null, ['purchase', 'reversal']],
    { available: 2 },
  ],
] as const)('%s once, though five tell of it at once', async (_name, news, laterMs, expected, money) => {
  const account = await openAccount(setting, 2);
  const purchase = await bought(setting, account, 'told');
  await moveClock(setting.pool, laterMs);
  const outcomes = await Promise.all(
    [0, 1, 0, 1, 0].map((process) => tell(lanes[process === 0 ? 0 : 1], account, purchase, news)),
  );

  const [status, failure, lines] = expected;
  expect(outcomes.filter((outcome) => outcome?.moved)).toHaveLength(1);
  expect(new Set(outcomes.map((outcome) => outcome?.state.status))).toEqual(new Set([status]));
  const row = await purchaseRow(setting.pool, purchase);
  expect(row).toMatchObject({ status, failure, lines });
  const events = status === 'reversed' ? ['successful', 'reversed'] : [status];
  expect(row.events).toEqual(events.map((event) => `purchase.${event}`));
  expect(row.outbox.filter((topic) => topic === 'deliver_event')).toHaveLength(events.length);
  expect(await accountRow(setting.pool, account)).toMatchObject({
    ...money,
    held: 0,
    lines: 1 + lines.length,
  });
});

it('books a reversal after the charge as a refund, and a second one not at all', async () => {
  const account = await openAccount(setting, 1);
  const purchase = await bought(setting, account, 'taken-back');
  for (const news of [CONFIRMED, REVERSED, REVERSED, CONFIRMED]) {
    await tell(setting.settleLane, account, purchase, news);
  }
  expect(await purchaseRow(setting.pool, purchase)).toMatchObject({
    status: 'reversed',
    lines: ['purchase', 'reversal'],
    events: ['purchase.successful', 'purchase.reversed'],
  });
  expect(await accountRow(setting.pool, account)).toMatchObject({ available: 1, held: 0 });
});

it('takes an expiry for no news before resolve_by', async () => {
  const account = await openAccount(setting, 1);
  const purchase = await bought(setting, account, 'early');
  const outcome = await tell(setting.settleLane, account, purchase, EXPIRED);
  expect(outcome).toMatchObject({ state: { status: 'pending' }, moved: false });
  expect(await purchaseRow(setting.pool, purchase)).toMatchObject({ events: [], outbox: ['start_purchase'] });
});

it('takes the start of a purchase out of the outbox when it expires unsent', async () => {
  const account = await openAccount(setting, 1);
  const purchase = await bought(setting, account, 'unsent');
  await afterDeadline();
  await tell(setting.settleLane, account, purchase, EXPIRED);
  expect(await purchaseRow(setting.pool, purchase)).toMatchObject({
    failure: 'network_timeout',
    outbox: ['deliver_event', 'end_purchase'],
    late: [],
  });
});

it('goes on inquiring of a purchase that expired after it was sent', async () => {
  const account = await openAccount(setting, 1);
  const purchase = await bought(setting, account, 'sent');
  await send(setting.pool, purchase);
  await afterDeadline();
  await tell(setting.settleLane, account, purchase, EXPIRED);
  const { outbox, late } = await purchaseRow(setting.pool, purchase);
  expect(late).toEqual(['inquiry']);
  expect(outbox).toContain('inquire_late');
});

it.each([CONFIRMED, REVERSED])('lists $kind after resolve_by as late, and charges nothing', async (news) => {
  const account = await openAccount(setting, 1);
  const purchase = await bought(setting, account, 'late');
  await afterDeadline();
  await Promise.all(lanes.map((lane) => tell(lane, account, purchase, news)));
  expect(await purchaseRow(setting.pool, purchase)).toMatchObject({
    failure: 'network_timeout',
    events: ['purchase.failed'],
    lines: [],
    late: ['confirmation'],
  });
});

it.each([EXPIRED, CONFIRMED, REFUSED])(
  'charges for a confirmation that was stored in time, though $kind settles it late',
  async (news) => {
    const account = await openAccount(setting, 1);
    const purchase = await bought(setting, account, 'stored');
    const delivery = { confirmedAt: new Date(), networkReference: 'STORED' };
    await storeConfirmation(setting.pool, purchase, delivery, 'callback');
    await afterDeadline();
    const outcome = await tell(setting.settleLane, account, purchase, news);
    expect(outcome?.state).toMatchObject({ status: 'successful', delivery });
    expect(await purchaseRow(setting.pool, purchase)).toMatchObject({ lines: ['purchase'], late: [] });
  },
);

it('settles nothing that belongs to another account', async () => {
  const [account, stranger] = [await openAccount(setting, 2), await openAccount(setting, 2)];
  const purchase = await bought(setting, account, 'mine');
  await bought(setting, stranger, 'theirs');
  expect(await tell(setting.settleLane, stranger, purchase, CONFIRMED)).toBeNull();
  expect(await purchaseRow(setting.pool, purchase)).toMatchObject({
    status: 'pending',
    events: [],
    lines: [],
  });
  expect(await accountRow(setting.pool, stranger)).toMatchObject({ available: 1, held: 1, lines: 1 });
});

it('dates no movement before the last one, though the clock steps back', async () => {
  const account = await openAccount(setting, 2);
  const [first, second] = [await bought(setting, account, 'a'), await bought(setting, account, 'b')];
  await moveClock(setting.pool, 30_000);
  await tell(setting.settleLane, account, first, CONFIRMED);
  await moveClock(setting.pool, 0);
  await tell(setting.settleLane, account, second, CONFIRMED);
  expect(await accountRow(setting.pool, account)).toMatchObject({ available: 0, held: 0, lines: 3 });
});
