import { compareHistories, type Side, TOLERANCE } from '../histories/compare-histories.ts';
import { type Grown, grow } from '../histories/grown.ts';
import { createMeter } from '../load/costs.ts';
import { type BenchRow, ratioAtMostRow } from '../report.ts';
import { MEASURES, type Measure } from './growth-measures.ts';

/** Short and many: what disturbs the machine for seconds spoils few of them. */
const ROUNDS = 10;

/**
 * What a tenfold history costs: buying, uploading, reading, and disk per purchase, by turns with many purchases and with a tenth of them.
 * @param bench begins the names of the rows.
 */
export async function benchGrowth(
  bench: string,
  purchases: number,
  log: (line: string) => void,
): Promise<readonly BenchRow[]> {
  const opened: Grown[] = [];
  const open = async (count: number) => {
    log(`  writing ${count.toLocaleString('en')} purchases with their lines`);
    const began = performance.now();
    const grown = await grow(count, purchases / 10);
    const perSecond = Math.round(count / ((performance.now() - began) / 1_000));
    log(`  ${perSecond.toLocaleString('en')} of them a second, vacuumed and analysed`);
    opened.push(grown);
    return grown;
  };
  try {
    const many = await open(purchases);
    const few = await open(purchases / 10);
    const rows = [storageRow(many, few)];
    for (const { name, per, measure } of MEASURES) {
      const sides = { many: sideOf(many, measure), few: sideOf(few, measure) };
      rows.push(await compareHistories({ name, per, rounds: ROUNDS, ...sides }, log));
    }
    return rows.map((row) => ({ ...row, name: `${bench}: ${row.name}` }));
  } finally {
    for (const { pool, stack } of opened) {
      await pool.end();
      await stack.stop();
    }
  }
}

function sideOf(grown: Grown, measure: Measure['measure']): Side {
  return { measure: () => measure(grown), meter: () => createMeter(grown.pool, grown.stack.pids) };
}

function storageRow(many: Grown, few: Grown): BenchRow {
  const total = ({ bytes }: Grown) => Object.values(bytes).reduce((sum, each) => sum + each, 0);
  const measured = [{ product: total(many), yardstick: total(few) }];
  const row = ratioAtMostRow('storage', 'bytes a purchase', 1 + TOLERANCE, measured, 0, 1);
  return { ...row, facts: many.bytes };
}
