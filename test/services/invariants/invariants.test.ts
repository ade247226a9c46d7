import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidOf } from '../../../domain/ids.ts';
import { type InvariantResult, nothingBroken } from '../../../services/invariants/report.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { AUDIT } from '../../support/invariants/corrupted-audit.ts';
import { BALANCES, LINES } from '../../support/invariants/corrupted-balances.ts';
import { BATCHES } from '../../support/invariants/corrupted-batches.ts';
import { CAPS } from '../../support/invariants/corrupted-caps.ts';
import { CHARGES } from '../../support/invariants/corrupted-charges.ts';
import { DELIVERIES, EVENTS_AND_REFERENCES } from '../../support/invariants/corrupted-records.ts';
import { SEALED } from '../../support/invariants/corrupted-statements.ts';
import {
  createHistoryTemplate,
  type HistoryFixture,
  type HistoryTemplate,
} from '../../support/invariants/fixture.ts';
import type { StandardHistory } from '../../support/invariants/standard-history.ts';

let template: HistoryTemplate;
beforeAll(async () => {
  template = await createHistoryTemplate();
});
afterAll(() => template.drop());

let fixture: HistoryFixture;
beforeEach(async () => {
  fixture = await template.open({ max: 3 });
});
afterEach(() => fixture.close());

function verify(options: { onlyAccount?: StandardHistory['account'] } = {}) {
  return verifyInvariants({
    pool: fixture.pool,
    temporal: { isRunning: async (ids) => new Set(ids.filter((id) => id === fixture.history.running)) },
    books: [fixture.history.book],
    recheckAfterMs: 0,
    ...options,
  });
}

function resultOf(results: readonly InvariantResult[], number: number): InvariantResult {
  const result = results.find((one) => one.number === number);
  if (result === undefined) throw new Error(`no result for invariant ${number}`);
  return result;
}

describe('a history in which everything is right', () => {
  it('holds in all fifteen invariants, and each has looked at something', async () => {
    const report = await verify();
    expect(report.results.map(({ number, kind, checked }) => [number, kind, checked])).toEqual([
      [1, 'holds', 2],
      [2, 'holds', 2],
      [3, 'holds', 2],
      [4, 'holds', 7],
      [5, 'holds', 8],
      [6, 'holds', 4],
      [7, 'holds', 8],
      [8, 'holds', 2],
      [9, 'holds', 7],
      [10, 'holds', 8],
      [11, 'holds', 3],
      [12, 'holds', 1],
      [13, 'holds', 6],
      [14, 'holds', 1],
      [15, 'holds', 10],
    ]);
    expect(nothingBroken(report)).toBe(true);
  });
});

it('a cap that is lowered below what its key has bought breaks nothing', async () => {
  await fixture.pool.query('UPDATE key_caps SET purchase_cap = 1, day_cap = 1');
  await fixture.pool.query('UPDATE key_caps SET day_spent = day_spent');

  expect(resultOf((await verify()).results, 14)).toMatchObject({ kind: 'holds', checked: 1 });
});

describe('a corrupted copy', () => {
  it.each([
    ...BALANCES,
    ...LINES,
    ...CHARGES,
    ...SEALED,
    ...EVENTS_AND_REFERENCES,
    ...DELIVERIES,
    ...BATCHES,
    ...AUDIT,
    ...CAPS,
  ])('is caught by invariant $invariant: $what', async ({ invariant, also, sql, row, why }) => {
    for (const statement of sql(fixture.history)) await fixture.pool.query(statement);

    const { results } = await verify();
    expect(results.filter(({ kind }) => kind === 'broken').map(({ number }) => number)).toEqual(
      [invariant, ...also].toSorted((a, b) => a - b),
    );
    const caught = resultOf(results, invariant);
    expect(caught.broken.map((broken) => broken.row)).toContain(row(fixture.history));
    expect(caught.broken.map((broken) => broken.why).join('\n')).toMatch(why);
  });

  it('names twenty rows and counts the rest', async () => {
    await fixture.pool.query(`
      INSERT INTO accounts (id, name, livemode, currency, available)
      SELECT gen_random_uuid(), 'unfunded', true, 'NGN', 1 FROM generate_series(1, 25)`);

    const { results } = await verify();
    const broken = resultOf(results, 3);
    expect(broken.total).toBe(25);
    expect(broken.broken).toHaveLength(20);
  });

  it('is not found when only another account is checked', async () => {
    await fixture.pool.query({
      text: `UPDATE accounts SET available = available + 1 WHERE id = $1`,
      values: [uuidOf('acc', fixture.history.otherAccount)],
    });

    const alone = await verify({ onlyAccount: fixture.history.account });
    expect(alone.results.map(({ number, kind, checked }) => [number, kind, checked])).toEqual([
      [1, 'holds', 1],
      [2, 'holds', 1],
      [3, 'holds', 1],
      [4, 'holds', 5],
      [5, 'holds', 7],
      [6, 'holds', 2],
      [7, 'holds', 7],
      [8, 'holds', 2],
      [9, 'holds', 6],
      [10, 'holds', 7],
      [11, 'holds', 2],
      [12, 'holds', 1],
      [13, 'holds', 4],
      [14, 'holds', 1],
      [15, 'holds', 0],
    ]);
    const other = await verify({ onlyAccount: fixture.history.otherAccount });
    expect(resultOf(other.results, 3).kind).toBe('broken');
  });
});
