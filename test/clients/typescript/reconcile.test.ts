import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../clients/typescript/src/client.ts';
import type { OwnRecord } from '../../../clients/typescript/src/own-record.ts';
import { reconcile } from '../../../clients/typescript/src/reconcile.ts';
import { readStatementFile } from '../../../clients/typescript/src/statement-file.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, addKey, startApi } from '../../support/api/fixture.ts';
import { setClock } from '../../support/invariants/history.ts';
import { sealDay } from '../../support/invariants/sealing.ts';
import {
  EMPTY_DAY,
  FIRST_DAY,
  type StandardHistory,
  TODAY,
  writeStandardHistory,
} from '../../support/invariants/standard-history.ts';

let api: ApiFixture;
let history: StandardHistory;
let client: ReturnType<typeof createClient>;
/** References by purchase. */
let references: Map<string, string>;

beforeAll(async () => {
  api = await startApi();
  history = await writeStandardHistory(api.pool);
  // Reading a purchase after its resolve_by settles it; this one must stay pending.
  await api.pool.query(`UPDATE purchases SET resolve_by = '2100-01-01T00:00:00Z' WHERE id = $1`, [
    uuidOf('pur', history.running),
  ]);
  client = createClient({ baseUrl: api.baseUrl, apiKey: await addKey(api.pool, history.account) });
  references = new Map();
  for await (const { id, reference } of client.purchases.list()) references.set(id, reference);
});

afterAll(() => api.close());

const own = (type: OwnRecord['type'], purchase: string, price: number): OwnRecord => ({
  type,
  reference: references.get(purchase) ?? purchase,
  price,
});

it('matches a closed day by reference and adds it up', async () => {
  const result = await reconcile(client, {
    date: FIRST_DAY,
    records: [own('purchase', history.reversed, 300)],
  });
  expect(result).toMatchObject({ addsUp: true, matched: 1, differing: [], missing: [], unexpected: [] });
  expect(result.statement).toMatchObject({ status: 'closed', closing_balance: 99_700 });
  expect(result.others.map(({ type, amount }) => [type, amount])).toEqual([['funding', 100_000]]);
});

it('waits until the day is closed, and reports missing, differing and unexpected lines with the reason', async () => {
  const records = [
    own('purchase', history.successful, 701),
    own('purchase', history.reversed, 300),
    own('reversal', history.successful, 700),
    own('purchase', history.refused, 500),
    own('purchase', history.running, 2_000),
    own('purchase', 'never-sent', 10),
  ];
  let reads = 0;
  const statements = {
    csv: client.statements.csv,
    async get(date: string) {
      const statement = await client.statements.get(date);
      reads += 1;
      if (reads === 2) {
        await setClock(api.pool, new Date('2026-03-04T00:00:10.000Z'));
        await sealDay(api.pool, history.account, TODAY);
      }
      return statement;
    },
  };
  const result = await reconcile(
    { statements, purchases: client.purchases },
    { date: TODAY, records, wait: true, everyMs: 5 },
  );

  expect(reads).toBe(3);
  expect(result).toMatchObject({ addsUp: true, matched: 0 });
  expect(result.differing.map(({ record, line }) => [record.price, line.amount])).toEqual([[701, -700]]);
  expect(result.unexpected.map(({ type, reference }) => [type, reference])).toEqual([
    ['reversal', references.get(history.reversed)],
  ]);
  expect(result.missing.map(({ why, purchase }) => [why, purchase?.status ?? null])).toEqual([
    ['another_day', 'reversed'],
    ['not_reversed', 'successful'],
    ['failed', 'failed'],
    ['pending', 'pending'],
    ['never_received', null],
  ]);
});

it('reports a file that does not add up to the closing balance', async () => {
  const statements = {
    get: client.statements.get,
    csv: async () =>
      new Blob([
        `${await new Response(await client.statements.csv(EMPTY_DAY)).text()}stl_1,funding,x,,,,,5,NGN,5\n`,
      ]).stream(),
  };
  const result = await reconcile(
    { statements, purchases: client.purchases },
    { date: EMPTY_DAY, records: [] },
  );
  expect(result.addsUp).toBe(false);
});

it('stops waiting when its signal is aborted', async () => {
  const statements = {
    ...client.statements,
    get: async () => ({ ...(await client.statements.get(FIRST_DAY)), status: 'open' as const }),
  };
  const waiting = reconcile(
    { statements, purchases: client.purchases },
    { date: FIRST_DAY, records: [], wait: true, signal: AbortSignal.timeout(50) },
  );
  await expect(waiting).rejects.toThrow(/abort|timeout/i);
});

const HEADER =
  'line_id,type,occurred_at,purchase_id,reference,phone_number,bundle_id,amount,currency,balance_after\n';

it.each([
  ['', /no header/],
  ['id,amount\n', /header is different/],
  [`${HEADER}stl_1,purchase,x,pur_1,r,+2348031234567,bnd_1,-5`, /last line is incomplete/],
  [`${HEADER}stl_1,bonus,x,,,,,5,NGN,5\n`, /line is invalid: stl_1,bonus/],
  [`${HEADER}stl_1,funding,x,,,,,five,NGN,5\n`, /line is invalid/],
  [`${HEADER}stl_1,funding,x,,,,,5,NGN\n`, /line is invalid/],
])('rejects the file %j', async (text, message) => {
  const read = async () => {
    for await (const line of readStatementFile(new Blob([text]).stream())) expect(line.type).toBe('funding');
  };
  await expect(read()).rejects.toThrow(message);
});
