import { Reference } from '../../../contract/common.ts';
import { rowError } from '../../../domain/batch/findings.ts';
import type { RowChoice, RowError } from '../../../domain/batch/rows/row.ts';
import { type RowEdit, withEdit } from '../../../domain/batch/rows/row-edit.ts';
import { networkOfPrefix } from '../../../domain/network/number-plan.ts';
import type { AcceptRequest } from '../../../domain/purchase/accept.ts';
import {
  brokenRow,
  metadataErrors,
  NO_ERRORS,
  ownErrors,
  referenceErrors,
  unreadableCells,
} from '../cell-errors.ts';
import { defaultReference, type RowFields, type RowLayout, readFields } from '../cells.ts';
import { findBoughtResult } from '../duplicate-rows.ts';
import { createNumberReader, NEVER_REPAIR, type NumberReader, type NumberReading } from '../read-number.ts';
import { columnName, missingValue, unknownBundle } from '../row-errors.ts';
import type { AccountTerms, CsvRecord, RowCorrection } from '../rows.ts';
import { isInWords, readWish, type WishReader, type WishReading } from '../wish.ts';
import { faultErrors, withFaults } from '../workbook/cell-faults.ts';

/** A row with its fields read, before it is decided whether it can be bought. */
export interface ShapedRow {
  readonly record: CsvRecord;
  /** With its number corrected. */
  readonly fields: RowFields;
  readonly chosen: RowChoice | null;
  readonly correction: RowCorrection | null;
  readonly reference: string | null;
  /** The network of its number, if a bundle of it must be chosen. */
  readonly networkId: string | null;
  /** Null if the format is so wrong that there is nothing to decide. */
  readonly request: AcceptRequest | null;
  readonly errors: readonly RowError[];
  /** Why it is left out: its results say that it was bought. */
  readonly boughtBefore: RowError | null;
  /** Why it is left out: the client dropped it. */
  readonly dropped: RowError | null;
}

/** What the rows of a file are read by. */
export interface Shape {
  readonly layout: RowLayout;
  readonly batchReference: string;
  readonly terms: AccountTerms;
  /** Reads phone numbers as the upload asked for. */
  readonly readNumber: NumberReader;
  /** Chooses bundles by data and validity. */
  readonly wishes: WishReader;
  /** Numbers of these rows that were ported, and to which network. */
  readonly ported: ReadonlyMap<string, string>;
}

/** Reads the fields of a row as the upload asked for, and as the client changed them since. */
export function shapeRow(record: CsvRecord, shape: Shape): ShapedRow {
  const { layout, batchReference, terms, wishes, ported } = shape;
  const written = withEdit(readFields(layout, record.cells), record.edit ?? null);
  const reading = readNumberOf(record, written, shape);
  const correction = correctionOf(written, reading);
  const numbered = correction === null ? written : { ...written, phoneNumber: correction.to };
  const isReadable = reading !== null && reading.kind !== 'fault';
  const wish = isReadable ? readWish(record, numbered, layout, wishes, terms, ported) : NOTHING_WISHED;
  const chosen = choiceOf(correction, wish, record.edit ?? null);
  const fields = chosen === null ? written : { ...written, ...chosen };
  const broken = brokenRow(record, layout);
  const networkId = wish.kind === 'fault' ? (wish.networkId ?? null) : null;
  const unshaped = {
    record,
    fields,
    ...UNCHANGED,
    reference: null,
    networkId: null,
    request: null,
    ...BUYABLE,
  };
  const reference = referenceOf(fields, batchReference, record.line);
  if (record.edit?.dropped === true) {
    return { ...unshaped, reference, errors: NO_ERRORS, dropped: rowError('dropped', null, {}) };
  }
  if (broken !== null) return { ...unshaped, errors: [broken] };

  const faulty =
    record.faults === undefined ? (record.faultErrors ?? NO_ERRORS) : faultErrors(record, layout);
  const errors = cellErrors(record, fields, layout);
  const boughtBefore = findBoughtResult(record, layout);
  if (boughtBefore !== null) return { ...unshaped, reference, errors: NO_ERRORS, boughtBefore };

  const unbuyable = unbuyableErrors(fields, reading, wish, shape);
  const request = unbuyable.length > 0 ? null : dryRequest(record.line, fields, terms);
  return {
    record,
    fields,
    chosen,
    correction,
    reference,
    networkId,
    request,
    errors: withFaults(faulty, unbuyable.length === 0 ? errors : [...unbuyable, ...errors]),
    ...BUYABLE,
  };
}

const BUYABLE = { boughtBefore: null, dropped: null } as const;

/** What is wrong with cells that do not decide what is bought. */
function cellErrors(record: CsvRecord, fields: RowFields, layout: RowLayout): readonly RowError[] {
  const found = [
    unreadableCells(record, layout),
    referenceErrors(fields, layout),
    metadataErrors(fields, layout),
    ownErrors(record, layout),
  ];
  // A shared instance: nearly every row has none.
  return found.every((list) => list.length === 0) ? NO_ERRORS : found.flat();
}

/** A number that the client wrote was read when it was changed. */
function readNumberOf({ edit }: CsvRecord, { phoneNumber }: RowFields, { readNumber, terms }: Shape) {
  if (phoneNumber === '') return null;
  if (edit?.phoneNumber === undefined) return readNumber(phoneNumber);
  return createNumberReader(NEVER_REPAIR, terms.prefixes)(phoneNumber);
}

function referenceOf({ reference }: RowFields, batchReference: string, line: number): string | null {
  if (reference === null) return defaultReference(batchReference, line);
  return Reference.safeParse(reference).data ?? null;
}

export const UNCHANGED = { chosen: null, correction: null } as const;

function correctionOf({ phoneNumber }: RowFields, reading: NumberReading | null): RowCorrection | null {
  if (reading?.kind !== 'corrected') return null;
  return { from: phoneNumber, to: reading.number, damage: reading.damage };
}

const NOTHING_WISHED: WishReading = { kind: 'none' };

function choiceOf(
  correction: RowCorrection | null,
  wish: WishReading,
  edit: RowEdit | null,
): RowChoice | null {
  const phoneNumber = correction?.to ?? edit?.phoneNumber;
  const bundleId = wish.kind === 'chosen' ? wish.bundleId : edit?.bundleId;
  if (phoneNumber === undefined && bundleId === undefined) return null;
  return {
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...(bundleId === undefined ? {} : { bundleId }),
  };
}

function unbuyableErrors(
  fields: RowFields,
  reading: NumberReading | null,
  wish: WishReading,
  { layout, terms, wishes }: Shape,
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
  // If the number cannot be judged, the bundle id still is. Words are read once the number is known.
  else if (
    errors.length > 0 &&
    !terms.offers.has(fields.bundleId) &&
    !isInWords(fields, terms, wishes.readText)
  ) {
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
