import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlansDatabase, type PlansDatabase } from '../../support/plans/database.ts';
import { PLAN_MODES, type PlanMode, tablesScanned } from '../../support/plans/explain.ts';
import { fillTables } from '../../support/plans/fill.ts';
import type { Statement } from '../../support/plans/texts.ts';
import { EXCEPTIONS } from './exceptions.ts';

let plans: PlansDatabase;
let large: ReadonlySet<string>;

beforeAll(async () => {
  plans = await openPlansDatabase(async (client) => {
    large = new Set(await fillTables(client));
  });
});

afterAll(() => plans.close());

/** A plan that reads a large table from end to end. */
interface Scan extends Statement {
  readonly mode: PlanMode;
  readonly table: string;
}

async function findScans(): Promise<{ scans: Scan[]; unexplained: string[] }> {
  const scans: Scan[] = [];
  const unexplained: string[] = [];
  for (const statement of plans.statements.statements) {
    try {
      const scanned = await tablesScanned(plans.client, statement.sql);
      for (const mode of PLAN_MODES)
        for (const table of scanned[mode]) if (large.has(table)) scans.push({ ...statement, mode, table });
    } catch (error) {
      unexplained.push(`${statement.place}: ${error}\n${statement.sql}`);
    }
  }
  return { scans, unexplained };
}

it('no statement reads a large table from end to end, planned for all values or for its own', async () => {
  expect(plans.statements.problems).toEqual([]);
  expect(plans.statements.statements.length).toBeGreaterThan(600);
  expect(large.size).toBeGreaterThan(50);
  const { scans, unexplained } = await findScans();
  expect(unexplained).toEqual([]);

  const isExpected = (scan: Scan) =>
    EXCEPTIONS.some(
      ({ place, tables, only }) =>
        scan.place.startsWith(place) && tables.includes(scan.table) && (only ?? scan.mode) === scan.mode,
    );
  expect(
    scans
      .filter((scan) => !isExpected(scan))
      .map(({ place, table, mode, sql }) => `${place} reads all of ${table} with a ${mode} plan:\n${sql}`),
  ).toEqual([]);
  const unneeded = EXCEPTIONS.flatMap(({ place, tables }) =>
    tables
      .filter((table) => !scans.some((scan) => scan.place.startsWith(place) && scan.table === table))
      .map((table) => `${place} no longer reads all of ${table}`),
  );
  expect(unneeded).toEqual([]);
});

it('sees a scan of a large table in both plans, and in one of them', async () => {
  const everywhere = await tablesScanned(plans.client, 'SELECT id FROM purchases WHERE product_code = $1');
  expect(everywhere).toEqual({ generic: ['purchases'], custom: ['purchases'] });
  const wanted = 'SELECT id FROM purchases WHERE $1::uuid IS NULL OR id = $1';
  expect(await tablesScanned(plans.client, wanted)).toEqual({ generic: ['purchases'], custom: [] });
  const inside = 'DELETE FROM outbox WHERE id IN (SELECT id FROM events WHERE body = $1)';
  expect(await tablesScanned(plans.client, inside)).toEqual({ generic: ['events'], custom: ['events'] });
});
