import type { DuplicateOptions } from '../../domain/batch/duplicates.ts';
import type { RowError, RowWarning } from '../../domain/batch/rows/row.ts';
import { numberForSearch } from '../../domain/batch/rows/row-search.ts';
import { decide } from '../../domain/purchase/accept.ts';
import { NO_RECENT_PURCHASES } from '../../domain/purchase/repeat.ts';
import { NO_ROW_RULES } from '../../domain/rules/purchase-rules.ts';
import { type Shape, type ShapedRow, shapeRow, UNCHANGED } from './check/shape-row.ts';
import { judgeRepeated } from './duplicate-rows.ts';
import { columnName, refusalError } from './row-errors.ts';
import type { AccountTerms, CsvRecord, JudgedRow } from './rows.ts';
import type { SeenPurchases } from './seen-purchases.ts';

/** Errors kept of one row. A row of a hundred bytes can have a hundred errors, each longer than the row. */
export const ERRORS_OF_ROW_MAX = 20;

/** What the rows of a file are judged by. */
export interface Criteria extends Shape {
  /** The purchases that the rows so far would make. */
  readonly seen: SeenPurchases;
  /** What is done with rows that repeat an earlier row of the file. */
  readonly duplicates: DuplicateOptions['on'];
}

/**
 * Judges rows as `accept` would, with the same function, but without balance and network health. A row keeps its first
 * twenty errors, so that you can correct all of them together.
 */
export function judgeRows(records: readonly CsvRecord[], criteria: Criteria): JudgedRow[] {
  const { layout, terms, ported, seen, duplicates } = criteria;
  const shaped = records.map((record) => shapeRow(record, criteria));
  const requests = shaped.flatMap(({ request }) => (request === null ? [] : [request]));
  const { networks, rules = NO_ROW_RULES } = terms;
  const nothing = { known: new Map(), left: new Map(), recent: NO_RECENT_PURCHASES, spending: null };
  const verdicts = decide({ ...generously(networks), ...nothing, ported, rules }, requests);

  let next = 0;
  return shaped.map((row): JudgedRow => {
    const { record, fields, request, errors, boughtBefore } = row;
    if (row.dropped !== null) return withoutPurchase(row, 'refused', [row.dropped]);
    if (boughtBefore !== null) {
      // Another row with this number and bundle repeats it.
      if (duplicates === 'skip') seen.note(fields.phoneNumber, fields.bundleId, record.line);
      return withoutPurchase(row, 'refused', [boughtBefore]);
    }
    if (request === null) return invalid(row, errors);

    const verdict = verdicts[next++];
    if (verdict?.kind === 'accepted') {
      if (errors.length > 0) return invalid(row, errors);
      const { phoneNumber, bundleId } = request;
      const buyable: JudgedRow = {
        line: record.line,
        state: 'waiting',
        buys: { phoneNumber, bundleId },
        cells: record.cells,
        number: numberForSearch(row.fields.phoneNumber),
        reference: row.reference,
        networkId: verdict.offer.networkId,
        price: verdict.offer.price,
        chosen: row.chosen,
        edit: record.edit ?? null,
        correction: row.correction,
        errors,
        warnings: NO_WARNINGS,
      };
      return judgeRepeated(buyable, request, seen, duplicates, columnName(layout, layout.phoneNumber));
    }
    if (verdict?.kind !== 'refused') throw new TypeError('a row without a verdict');
    return invalid(row, [...errors, refusalError(verdict.refusal, fields, request, layout)]);
  });
}

function invalid(row: ShapedRow, errors: readonly RowError[]): JudgedRow {
  const isLong = errors.length > ERRORS_OF_ROW_MAX;
  return withoutPurchase(row, 'invalid', isLong ? errors.slice(0, ERRORS_OF_ROW_MAX) : errors);
}

function withoutPurchase(
  { record, reference, fields, networkId }: ShapedRow,
  state: 'invalid' | 'refused',
  errors: readonly RowError[],
): JudgedRow {
  const { line, cells } = record;
  const number = numberForSearch(fields.phoneNumber);
  const nothing = {
    buys: null,
    networkId: state === 'invalid' ? networkId : null,
    price: null,
    ...UNCHANGED,
    warnings: NO_WARNINGS,
  };
  return { ...nothing, edit: record.edit ?? null, line, state, cells, number, reference, errors };
}

/** A balance and networks that refuse nothing: both are checked when the row is released. */
function generously(networks: AccountTerms['networks']) {
  const accepting = [...networks.values()].map(
    (terms) => [terms.networkId, { ...terms, accepting: true }] as const,
  );
  return { available: Number.POSITIVE_INFINITY, networks: new Map(accepting) };
}

/** Shared instance: nearly every row has no warnings. */
const NO_WARNINGS: readonly RowWarning[] = [];
