import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIST_EVENTS } from '../../../db/webhooks/events.ts';
import { RESEND_FACTS } from '../../../db/webhooks/resends.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { createLedgerFixture, type LedgerFixture } from '../../support/purchases/fixture.ts';

const MANY = 20_000;

let fixture: LedgerFixture;
let accountId: AccountId;

beforeAll(async () => {
  fixture = await createLedgerFixture();
  accountId = await fixture.openAccount();
  const account = uuidOf('acc', accountId);
  await fixture.pool.query(
    `INSERT INTO events (id, account_id, type, subject_id, created_at, body, delivery)
     SELECT uuidv7(), $1, CASE WHEN n <= 3 THEN 'purchase.reversed' ELSE 'purchase.successful' END, uuidv7(),
            app_now() + n * interval '1 millisecond', '{}', 'delivered'
       FROM generate_series(1, $2::int) n`,
    [account, MANY],
  );
  await fixture.pool.query(
    `INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
     SELECT uuidv7(), 'webhooks.held', 'deliver_event', uuidv7(), $1, 2, app_now() FROM generate_series(1, $2::int)`,
    [account, MANY],
  );
  await fixture.pool.query('VACUUM ANALYZE events, outbox');
});
afterAll(() => fixture.close());

/** How many database pages a query reads. */
async function pagesOf(text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await fixture.pool.query<{
    'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
  }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values]);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

it('a page of rare events does not read the events in between', async () => {
  const values = [uuidOf('acc', accountId), 'purchase.reversed', null, null, null, null, null, 26, null];
  expect(await pagesOf(LIST_EVENTS, values)).toBeLessThan(50);
});

it('a page of all events reads no more than it shows', async () => {
  const values = [uuidOf('acc', accountId), null, null, null, null, null, null, 26, null];
  // Of each of the 26 events, the deliveries to endpoints of clients are looked up by an index.
  expect(await pagesOf(LIST_EVENTS, values)).toBeLessThan(100);
});

it('the events of a purchase are looked up, not searched for in those of the account', async () => {
  const { rows } = await fixture.pool.query<{ subject_id: string }>(
    'SELECT subject_id FROM events ORDER BY created_at LIMIT 1',
  );
  const values = [uuidOf('acc', accountId), null, null, null, null, null, null, 26, rows[0]?.subject_id];
  expect(await pagesOf(LIST_EVENTS, values)).toBeLessThan(50);
});

it('a resend does not read the other waiting attempts of its account', async () => {
  const { rows } = await fixture.pool.query<{ id: string }>(`SELECT id FROM events LIMIT 1`);
  expect(await pagesOf(RESEND_FACTS, [uuidOf('acc', accountId), rows[0]?.id])).toBeLessThan(50);
});
