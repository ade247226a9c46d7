import { Reference } from '../../contract/common.ts';
import type { RowChoice, RowError, RowWarning } from '../../domain/batch/batch.ts';
import type { DuplicateOptions } from '../../domain/batch/duplicates.ts';
import { numberForSearch } from '../../domain/batch/row-search.ts';
import { networkOfPrefix } from '../../domain/network/number-plan.ts';
import { type AcceptRequest, decide } from '../../domain/purchase/accept.ts';
import { NO_RECENT_PURCHASES } from '../../domain/purchase/repeat.ts';
import { NO_ROW_RULES } from '../../domain/rules/purchase-rules.ts';
import {
  brokenRow,
  metadataErrors,
  NO_ERRORS,
  ownErrors,
  referenceErrors,
  unreadableCells,
} from './cell-errors.ts';
import { defaultReference, type RowFields, type RowLayout, readFields } from './cells.ts';
import { findBoughtResult, judgeRepeated } from './duplicate-rows.ts';
import type { NumberReader, NumberReading } from './read-number.ts';
import { columnName, missingValue, refusalError, unknownBundle } from './row-errors.ts';
import type { AccountTerms, CsvRecord, JudgedRow, RowCorrection } from './rows.ts';
import type { SeenPurchases } from './seen-purchases.ts';
import { readWish, type WishReader, type WishReading } from './wish.ts';
import { faultErrors, withFaults } from './workbook/cell-faults.ts';

/** Errors kept of one row. A row of a hundred bytes can have a hundred errors, each longer than the row. */
export const ERRORS_OF_ROW_MAX = 20;

/**
 * Judges rows as `accept` would, with the same function, but without balance and network health. A row keeps its first
 * twenty errors, so that you can correct all of them together.
 * @param ported numbers of these rows that were ported, and to which network.
 * @param seen the purchases that the rows so far would make.
 * @param duplicates what is done with rows that repeat an earlier row of the file.
 * @param readNumber reads phone numbers as the upload asked for.
 * @param wishes chooses bundles by data and validity.
 */
export function judgeRows(
  records: readonly CsvRecord[],
  layout: RowLayout,
  batchReference: string,
  terms: AccountTerms,
  ported: ReadonlyMap<string, string>,
  seen: SeenPurchases,
  duplicates: DuplicateOptions['on'],
  readNumber: NumberReader,
  wishes: WishReader,
): JudgedRow[] {
  const shape = { layout, batchReference, terms, readNumber, wishes, ported };
  const shaped = records.map((record) => shapeRow(record, shape));
  const requests = shaped.flatMap(({ request }) => (request === null ? [] : [request]));
  const { networks, rules = NO_ROW_RULES } = terms;
  const nothing = { known: new Map(), left: new Map(), recent: NO_RECENT_PURCHASES };
  const verdicts = decide({ ...generously(networks), ...nothing, ported, rules }, requests);

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
        number: numberForSearch(row.fields.phoneNumber),
        reference: row.reference,
        networkId: verdict.offer.networkId,
        price: verdict.offer.price,
        chosen: row.chosen,
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
  { record, reference, fields }: ShapedRow,
  state: 'invalid' | 'refused',
  errors: readonly RowError[],
): JudgedRow {
  const { line, cells } = record;
  const number = numberForSearch(fields.phoneNumber);
  const nothing = { buys: null, networkId: null, price: null, ...UNCHANGED, warnings: NO_WARNINGS };
  return { ...nothing, line, state, cells, number, reference, errors };
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

interface ShapedRow {
  readonly record: CsvRecord;
  /** With its number corrected. */
  readonly fields: RowFields;
  readonly chosen: RowChoice | null;
  readonly correction: RowCorrection | null;
  readonly reference: string | null;
  /** Null if the format is so wrong that there is nothing to decide. */
  readonly request: AcceptRequest | null;
  readonly errors: readonly RowError[];
  /** Why it is left out: its results say that it was bought. */
  readonly boughtBefore: RowError | null;
}

/** What the rows of a file are read by. */
interface Shape {
  readonly layout: RowLayout;
  readonly batchReference: string;
  readonly terms: AccountTerms;
  readonly readNumber: NumberReader;
  readonly wishes: WishReader;
  readonly ported: ReadonlyMap<string, string>;
}

function shapeRow(
  record: CsvRecord,
  { layout, batchReference, terms, readNumber, wishes, ported }: Shape,
): ShapedRow {
  const written = readFields(layout, record.cells);
  const reading = written.phoneNumber === '' ? null : readNumber(written.phoneNumber);
  const correction = correctionOf(written, reading);
  const numbered = correction === null ? written : { ...written, phoneNumber: correction.to };
  const isReadable = reading !== null && reading.kind !== 'fault';
  const wish = isReadable ? readWish(record, numbered, layout, wishes, terms, ported) : NOTHING_WISHED;
  const chosen = choiceOf(correction, wish);
  const fields = chosen === null ? written : { ...written, ...chosen };
  const broken = brokenRow(record, layout);
  const unshaped = { record, fields, ...UNCHANGED, reference: null, request: null, boughtBefore: null };
  if (broken !== null) return { ...unshaped, errors: [broken] };

  const faulty = record.faults === undefined ? NO_ERRORS : faultErrors(record, layout);
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

  const unbuyable = unbuyableErrors(fields, reading, wish, layout, terms);
  const request = unbuyable.length > 0 ? null : dryRequest(record.line, fields, terms);
  return {
    record,
    fields,
    chosen,
    correction,
    reference,
    request,
    errors: withFaults(faulty, unbuyable.length === 0 ? errors : [...unbuyable, ...errors]),
    boughtBefore: null,
  };
}

const UNCHANGED = { chosen: null, correction: null } as const;

function correctionOf({ phoneNumber }: RowFields, reading: NumberReading | null): RowCorrection | null {
  if (reading?.kind !== 'corrected') return null;
  return { from: phoneNumber, to: reading.number, damage: reading.damage };
}

const NOTHING_WISHED: WishReading = { kind: 'none' };

function choiceOf(correction: RowCorrection | null, wish: WishReading): RowChoice | null {
  if (correction === null && wish.kind !== 'chosen') return null;
  return {
    ...(correction === null ? {} : { phoneNumber: correction.to }),
    ...(wish.kind === 'chosen' ? { bundleId: wish.bundleId } : {}),
  };
}

function unbuyableErrors(
  fields: RowFields,
  reading: NumberReading | null,
  wish: WishReading,
  layout: RowLayout,
  terms: AccountTerms,
): RowError[] {
  const errors: RowError[] = [];
  const phoneColumn = columnName(layout, layout.phoneNumber);
  if (reading === null) errors.push(missingValue(phoneColumn));
  else if (reading.kind === 'fault') {
    const { damage, message } = reading.fault;
    const error: RowError = { column: phoneColumn, code: 'invalid_phone_number', message };
    errors.push(damage === null ? error : { ...error, damage });
  }
  const bundleColumn = columnName(layout, layout.bundleId);
  if (wish.kind === 'fault') errors.push(wish.error);
  // Without a number, no bundle can be chosen for it.
  else if (fields.bundleId === '' && errors.length > 0 && layout.bundleId === null) return errors;
  else if (fields.bundleId === '') errors.push(missingValue(bundleColumn));
  // If the number cannot be judged, the bundle id still is.
  else if (errors.length > 0 && !terms.offers.has(fields.bundleId)) {
    errors.push(unknownBundle(fields.bundleId, bundleColumn));
  }
  return errors;
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
    release: null,
  };
}
