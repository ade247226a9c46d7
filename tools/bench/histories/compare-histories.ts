import type { Meter } from '../load/costs.ts';
import { type BenchRow, benchRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';

/** What may be lost to ten times the purchases. */
export const TOLERANCE = 0.1;

export interface Measured {
  readonly perSecond: number;
  readonly done: number;
  readonly failed: number;
}

/** One round's work on a server with a history, and the meter of its processes. */
export interface Side {
  readonly measure: () => Promise<Measured>;
  readonly meter: () => Promise<Meter>;
}

export interface Comparison {
  readonly name: string;
  /** What is counted. */
  readonly per: 'purchase' | 'read' | 'row' | 'line';
  readonly rounds: number;
  readonly many: Side;
  readonly few: Side;
}

/** Measures the same work with many purchases and with a tenth of them by turns, after one round of each that does not count. */
export async function compareHistories(
  { name, per, rounds, many, few }: Comparison,
  log: (line: string) => void,
): Promise<BenchRow> {
  await many.measure();
  await few.measure();
  const [meter, fewMeter] = [await many.meter(), await few.meter()];
  let [errors, done, doneOfFew] = [0, 0, 0];
  const once = async (round: number) => {
    const ofMany = () => meter.during(many.measure);
    const ofFew = () => fewMeter.during(few.measure);
    // By turns first, so that what the one leaves to be written burdens both alike.
    const early = round % 2 === 0 ? null : await ofMany();
    const yardstick = await ofFew();
    const product = early ?? (await ofMany());
    errors += product.failed + yardstick.failed;
    done += product.done;
    doneOfFew += yardstick.done;
    return { product: product.perSecond, yardstick: yardstick.perSecond };
  };
  const measured = await measureRounds(log, once, rounds);
  const row = benchRow(name, `${per}s/s`, 1 - TOLERANCE, measured, errors);
  log(`  ${name}: ${row.product} ${row.unit} of many, ${row.yardstick} of few`);
  return { ...row, costs: meter.perUnit(per, done), yardstickCosts: fewMeter.perUnit(per, doneOfFew) };
}
