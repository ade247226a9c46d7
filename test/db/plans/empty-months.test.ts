import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlansDatabase, type PlansDatabase } from '../../support/plans/database.ts';
import { indexesReadWhole } from '../../support/plans/indexes.ts';

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

let plans: PlansDatabase;
beforeAll(async () => {
  plans = await openPlansDatabase();
});
afterAll(() => plans.close());

it('a plan that is made while a month is empty looks rows up by the first column of an index', async () => {
  const read: { readonly place: string; readonly found: string }[] = [];
  for (const { place, sql } of plans.statements.statements)
    for (const found of await indexesReadWhole(plans.client, sql)) read.push({ place, found });

  const isExpected = (place: string) => EXCEPTIONS.some((each) => place.startsWith(each.place));
  expect(
    read.filter(({ place }) => !isExpected(place)).map(({ place, found }) => `${place}: ${found}`),
  ).toEqual([]);
  const unneeded = EXCEPTIONS.filter((each) => !read.some(({ place }) => place.startsWith(each.place)));
  expect(unneeded.map(({ place }) => `${place} no longer reads an index whole`)).toEqual([]);
});

it('sees an index whose first column is not compared', async () => {
  expect(
    await indexesReadWhole(
      plans.client,
      'SELECT sent_at FROM submissions WHERE attempt = $1 AND sent_at > $2',
    ),
  ).not.toEqual([]);
  expect(
    await indexesReadWhole(
      plans.client,
      'SELECT sent_at FROM submissions WHERE purchase_id = $1 AND attempt = $2',
    ),
  ).toEqual([]);
});
