import { afterAll, beforeAll, expect, it } from 'vitest';
import { fundAccount } from '../../../db/accounts/accounts.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { closeAccount } from '../../../services/statements/close.ts';
import { type ApiFixture, settle, startApi } from '../../support/api/fixture.ts';
import { bought, call } from '../../support/api/http.ts';
import { setClock } from '../../support/invariants/history.ts';
import { csvOf } from '../../support/statements/fixture.ts';

const DAY = '2026-03-01';
const DELIVERY = { confirmedAt: new Date('2026-03-01T10:00:00.000Z'), networkReference: null };

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
  const { pool, client } = api;
  // The fixture's own account was opened by the true clock.
  await setClock(pool, new Date(`${DAY}T09:00:00.000Z`));
  await pool.query({ text: 'ALTER TABLE statement_lines DISABLE TRIGGER USER' });
  const values = [uuidOf('acc', client.accountId), `${DAY}T08:00:00.000Z`];
  await pool.query({ text: 'UPDATE statement_lines SET occurred_at = $2 WHERE account_id = $1', values });
  await pool.query({
    text: 'UPDATE accounts SET created_at = $2, last_movement_at = $2 WHERE id = $1',
    values,
  });
  await pool.query({ text: 'ALTER TABLE statement_lines ENABLE TRIGGER USER' });
});

afterAll(() => api.close());

it('[states.closed] returns the same bytes after everything that can happen once it is closed', async () => {
  const { pool, client } = api;
  const [kept, taken, pending] = [await bought(api), await bought(api), await bought(api)];
  for (const { id } of [kept, taken]) await settle(api, id, { kind: 'confirmed', delivery: DELIVERY });
  await setClock(pool, new Date('2026-03-02T00:00:10.000Z'));
  expect(await closeAccount(pool, client.accountId)).toEqual([DAY]);
  const read = async () => ({
    statement: (await call(api, `/v1/statements/${DAY}`)).text,
    page: (await call(api, `/v1/statements/${DAY}/lines?limit=2`)).text,
    csv: (await csvOf(api, DAY)).text,
  });
  const first = await read();
  expect(JSON.parse(first.statement)).toMatchObject({ status: 'closed', opening_balance: 0 });

  const reversal = { reversedAt: new Date(), reason: 'reversed' };
  await settle(api, taken.id, { kind: 'reversed', delivery: DELIVERY, reversal });
  await settle(api, pending.id, { kind: 'refused', code: 'number_barred' });
  const adjustment = { type: 'adjustment', amount: -7, operator: 'ada', reason: 'agreed' } as const;
  await fundAccount(pool, client.accountId, adjustment);
  await pool.query({ text: `UPDATE bundles SET name = 'renamed', withdrawn_at = app_now()` });
  await setClock(pool, new Date('2026-05-01T00:00:10.000Z'));
  await closeAccount(pool, client.accountId);
  expect(await read()).toEqual(first);
});

it.each([
  'UPDATE statements SET closing_balance = 1',
  'DELETE FROM statements',
  'TRUNCATE statements CASCADE',
])('[states.closed] cannot be changed: %s', (sql) =>
  expect(api.pool.query(sql)).rejects.toThrow(/append-only/),
);

it('keeps its currency', () =>
  expect(api.pool.query(`UPDATE accounts SET currency = 'USD'`)).rejects.toThrow(
    /currency of an account never/,
  ));
