import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { indexesReadWhole } from '../../support/plans/indexes.ts';
import type { Statements } from '../../support/plans/texts.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'support', 'plans', 'texts.ts');

/**
 * A month begins empty, and plans that are kept are made then. These statements may read an index of it whole until the month has
 * statistics, which takes a minute at most.
 */
const EXCEPTIONS: readonly { readonly place: string; readonly reason: string }[] = [
  { place: 'services/invariants/', reason: 'The check of the books reads all that it is about.' },
  { place: 'db/costs/margins.ts (readMargins)', reason: 'It adds up all purchases of a time.' },
  { place: 'db/statements/statements.ts (OPEN_DAY)', reason: 'It adds up all purchases of a day.' },
  { place: 'db/statements/close-days.ts (readEndedDay)', reason: 'It adds up all purchases of a day.' },
  { place: 'db/rules/key-caps.ts (REPLACE)', reason: 'Setting the first cap of a key counts the month.' },
  {
    place: 'db/rules/limits.ts (REPLACE)',
    reason: 'Setting the first limit of an account counts the month.',
  },
  {
    place: 'db/batches/rows.ts (listBatchRows)',
    reason: 'A campaign of this month has few purchases by then.',
  },
  { place: 'db/purchases/lost-waits.ts (requeueSilentRetries)', reason: 'It runs four times a minute.' },
];

let database: TestDatabase;
let client: Client;
let statements: Statements;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  // db/networks/porting-import.ts creates it in its transaction.
  await client.query(
    'CREATE TEMPORARY TABLE porting_staging (line integer, phone_number text, network_id text)',
  );
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { maxBuffer: 64 * 1024 * 1024 });
  statements = JSON.parse(stdout);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

it('a plan that is made while a month is empty looks rows up by the first column of an index', async () => {
  const read: { readonly place: string; readonly found: string }[] = [];
  for (const { place, sql } of statements.statements)
    for (const found of await indexesReadWhole(client, sql)) read.push({ place, found });

  const isExpected = (place: string) => EXCEPTIONS.some((each) => place.startsWith(each.place));
  expect(
    read.filter(({ place }) => !isExpected(place)).map(({ place, found }) => `${place}: ${found}`),
  ).toEqual([]);
  const unneeded = EXCEPTIONS.filter((each) => !read.some(({ place }) => place.startsWith(each.place)));
  expect(unneeded.map(({ place }) => `${place} no longer reads an index whole`)).toEqual([]);
});

it('sees an index whose first column is not compared', async () => {
  expect(
    await indexesReadWhole(client, 'SELECT sent_at FROM submissions WHERE attempt = $1 AND sent_at > $2'),
  ).not.toEqual([]);
  expect(
    await indexesReadWhole(client, 'SELECT sent_at FROM submissions WHERE purchase_id = $1 AND attempt = $2'),
  ).toEqual([]);
});
