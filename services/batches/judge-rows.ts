import { METADATA_KEYS_MAX, Metadata, Reference } from '../../contract/common.ts';
import type { RowError, RowWarning } from '../../domain/batch/batch.ts';
import type { DuplicateOptions } from '../../domain/batch/duplicates.ts';
import { rowError } from '../../domain/batch/findings.ts';
import { explainPhoneNumber, shownCell } from '../../domain/batch/phone-number.ts';
import { networkOfPrefix } from '../../domain/network/number-plan.ts';
import { type AcceptRequest, decide } from '../../domain/purchase/accept.ts';
import { NO_RECENT_PURCHASES } from '../../domain/purchase/repeat.ts';
import { defaultReference, type RowFields, type RowLayout, readFields } from './cells.ts';
import { findBoughtResult, judgeRepeated } from './duplicate-rows.ts';
import { OWN_CHARS_MAX } from './header.ts';
import { columnName, missingValue, refusalError, unknownBundle } from './row-errors.ts';
import type { AccountTerms, CsvRecord, JudgedRow } from './rows.ts';
import type { SeenPurchases } from './seen-purchases.ts';

/** Errors kept of one row. A row of a hundred bytes can have a hundred errors, each longer than the row. */
export const ERRORS_OF_ROW_MAX = 20;

/**
 * Judges rows as `accept` would, with the same function, but without balance and network health. A row keeps its first
 * twenty errors, so that you can correct all of them together.
 * @param ported numbers of these rows that were ported, and to which network.
 * @param seen the purchases that the rows so far would make.
 * @param duplicates what is done with rows that repeat an earlier row of the file.
 */
export function judgeRows(
  records: readonly CsvRecord[],
  layout: RowLayout,
  batchReference: string,
  terms: AccountTerms,
  ported: ReadonlyMap<string, string>,
  seen: SeenPurchases,
  duplicates: DuplicateOptions['on'],
): JudgedRow[] {
  const shaped = records.map((record) => shapeRow(record, layout, batchReference, terms));
  const requests = shaped.flatMap(({ request }) => (request === null ? [] : [request]));
  const verdicts = decide(
    { ...generously(terms.networks), known: new Map(), ported, recent: NO_RECENT_PURCHASES },
    requests,
  );

  let next = 0;
  return shaped.map((row): JudgedRow => {
    const { record, fields, request, errors, boughtBefore } = row;
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
        reference: row.reference,
        networkId: verdict.offer.networkId,
        price: verdict.offer.price,
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
  { record, reference }: ShapedRow,
  state: 'invalid' | 'refused',
  errors: readonly RowError[],
): JudgedRow {
  const { line, cells } = record;
  const nothing = { buys: null, networkId: null, price: null, warnings: NO_WARNINGS };
  return { ...nothing, line, state, cells, reference, errors };
}

/** A balance and networks that refuse nothing: both are checked when the row is released. */
function generously(networks: AccountTerms['networks']) {
  const accepting = [...networks.values()].map(
    (terms) => [terms.networkId, { ...terms, accepting: true }] as const,
  );
  return { available: Number.POSITIVE_INFINITY, networks: new Map(accepting) };
}

interface ShapedRow {
  readonly record: CsvRecord;
  readonly fields: RowFields;
  readonly reference: string | null;
  /** Null if the format is so wrong that there is nothing to decide. */
  readonly request: AcceptRequest | null;
  readonly errors: readonly RowError[];
  /** Why it is left out: its results say that it was bought. */
  readonly boughtBefore: RowError | null;
}

function shapeRow(
  record: CsvRecord,
  layout: RowLayout,
  batchReference: string,
  terms: AccountTerms,
): ShapedRow {
  const fields = readFields(layout, record.cells);
  const broken = brokenRow(record, layout);
  const unshaped = { record, fields, reference: null, request: null, boughtBefore: null };
  if (broken !== null) return { ...unshaped, errors: [broken] };

  const found = [
    unreadableCells(record, layout),
    referenceErrors(fields, layout),
    metadataErrors(fields, layout),
    ownErrors(record, layout),
  ];
  const errors = found.every((list) => list.length === 0) ? NO_ERRORS : found.flat();
  const reference =
    fields.reference === null
      ? defaultReference(batchReference, record.line)
      : (Reference.safeParse(fields.reference).data ?? null);
  const boughtBefore = findBoughtResult(record, layout);
  if (boughtBefore !== null) return { ...unshaped, reference, errors: NO_ERRORS, boughtBefore };

  const unbuyable = phoneErrors(fields, layout, terms);
  const request = unbuyable.length > 0 ? null : dryRequest(record.line, fields, terms);
  return {
    record,
    fields,
    reference,
    request,
    errors: unbuyable.length === 0 ? errors : [...unbuyable, ...errors],
    boughtBefore: null,
  };
}

/** A row whose cells do not match the header: nothing else in it can be judged. */
function brokenRow({ cells, line, endLine }: CsvRecord, layout: RowLayout): RowError | null {
  if (endLine > line && cells.some((cell) => cell.startsWith('"') && /[\r\n]/.test(cell))) {
    return rowError('quote_unclosed', null, { line, last: endLine });
  }
  const stray = layout.unnamed.some((index) => (cells[index] ?? '').trim() !== '');
  if (stray) return rowError('cell_without_column', null, {});
  if (cells.length === layout.width) return null;
  return rowError('cells_uneven', null, { cells: cells.length, columns: layout.width });
}

/** Shared instance: nearly every row has no errors. */
const NO_ERRORS: readonly RowError[] = [];
const NO_WARNINGS: readonly RowWarning[] = [];

/** The reader puts U+FFFD in place of bytes that are not UTF-8. */
function unreadableCells({ cells }: CsvRecord, { names }: RowLayout): readonly RowError[] {
  if (!cells.some((cell) => cell.includes('\uFFFD'))) return NO_ERRORS;
  return cells.flatMap((cell, index) =>
    cell.includes('\uFFFD')
      ? [rowError('text_unreadable', names[index] ?? null, { cell: shownCell(cell) })]
      : [],
  );
}

function phoneErrors(fields: RowFields, layout: RowLayout, terms: AccountTerms): RowError[] {
  const errors: RowError[] = [];
  const phoneColumn = columnName(layout, layout.phoneNumber);
  if (fields.phoneNumber === '') errors.push(missingValue(phoneColumn));
  else {
    const fault = explainPhoneNumber(fields.phoneNumber, terms.prefixes);
    if (fault !== null) {
      const { damage, message } = fault;
      const error: RowError = { column: phoneColumn, code: 'invalid_phone_number', message };
      errors.push(damage === null ? error : { ...error, damage });
    }
  }
  const bundleColumn = columnName(layout, layout.bundleId);
  if (fields.bundleId === '') errors.push(missingValue(bundleColumn));
  // If the number cannot be judged, the bundle id still is.
  else if (errors.length > 0 && !terms.offers.has(fields.bundleId)) {
    errors.push(unknownBundle(fields.bundleId, bundleColumn));
  }
  return errors;
}

function referenceErrors({ reference }: RowFields, layout: RowLayout): readonly RowError[] {
  if (reference === null) return NO_ERRORS;
  if (Reference.safeParse(reference).success) return NO_ERRORS;
  const column = columnName(layout, layout.reference);
  return [rowError('reference_invalid', column, { cell: shownCell(reference) })];
}

function ownErrors({ cells }: CsvRecord, { own, names }: RowLayout): readonly RowError[] {
  const long = own.filter((index) => (cells[index] ?? '').length > OWN_CHARS_MAX);
  if (long.length === 0) return NO_ERRORS;
  return long.map((index) => {
    const column = names[index] ?? null;
    return rowError('own_value_long', column, { column: shownCell(column ?? ''), most: OWN_CHARS_MAX });
  });
}

/** Keys were checked with the header. Short and plain values, as most are, pass without the schema. */
function isPlain(metadata: Readonly<Record<string, string>>, { metadata: columns }: RowLayout): boolean {
  if (columns.length > METADATA_KEYS_MAX) return false;
  for (const { key } of columns) {
    const value = metadata[key];
    if (value !== undefined && !PLAIN.test(value)) return false;
  }
  return true;
}

const PLAIN = /^[\x20-\x7e]{0,500}$/;

function metadataErrors({ metadata }: RowFields, layout: RowLayout): readonly RowError[] {
  if (isPlain(metadata, layout)) return NO_ERRORS;
  // Before the schema, which would check every value first.
  if (Object.keys(metadata).length > METADATA_KEYS_MAX)
    return [rowError('metadata_many', null, { most: METADATA_KEYS_MAX })];
  const issues = Metadata.safeParse(metadata).error?.issues ?? [];
  return issues.map(({ path, message }) => {
    const found = layout.metadata.find((entry) => entry.key === path[0]);
    const column = columnName(layout, found?.index ?? null);
    return rowError('metadata_invalid', column, { column: column ?? 'metadata', rule: message });
  });
}

function dryRequest(line: number, fields: RowFields, { offers, prefixes }: AccountTerms): AcceptRequest {
  return {
    purchaseId: 'pur_dry_run',
    // Unique within the page: rows that share a reference are found later, over the whole file.
    reference: String(line),
    fingerprint: '',
    phoneNumber: fields.phoneNumber,
    bundleId: fields.bundleId,
    requestedNetworkId: fields.networkId,
    offer: offers.get(fields.bundleId) ?? null,
    prefixNetworkId: networkOfPrefix(prefixes, fields.phoneNumber),
    offers,
    repeatWindowHours: 0,
  };
}
