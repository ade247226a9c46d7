import type { EditableBatch } from '../../../db/batches/edits.ts';
import { readFailedSince } from '../../../db/batches/retries.ts';
import { createBundleTextReader } from '../../../domain/batch/bundle-text.ts';
import { createBundleChooser } from '../../../domain/batch/choose-bundle.ts';
import { rowError } from '../../../domain/batch/findings.ts';
import { shownCell } from '../../../domain/batch/phone-number.ts';
import type { Correction, RowError } from '../../../domain/batch/rows/row.ts';
import type { RowEdit } from '../../../domain/batch/rows/row-edit.ts';
import type { StoredRow } from '../../../domain/batch/rows/stored-row.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { allowedOffers, readTerms, type TermsDeps } from '../../rules/file-terms.ts';
import { type RowLayout, readFields, toRowLayout } from '../cells.ts';
import { judgeRecent } from '../duplicate-rows.ts';
import { isPhoneCountry } from '../mobile-number.ts';
import { createNumberReader, NEVER_REPAIR, type NumberRules } from '../read-number.ts';
import { beginPage, judgePage } from '../read-page.ts';
import { createHoldBack } from '../retry/bought-since.ts';
import { columnName } from '../row-errors.ts';
import type { CsvRecord, JudgedRow } from '../rows.ts';
import { createSeenPurchases, type SeenPurchases } from '../seen-purchases.ts';
import type { UploadDeps } from '../upload-deps.ts';
import { NO_WISH } from '../wish.ts';

export type CheckDeps = Pick<UploadDeps, 'pool' | 'catalogue' | 'turns' | 'secretsKeys'>;

/** What the rows so far would buy, and their references. */
export interface SeenRows {
  readonly purchases: SeenPurchases;
  readonly references: SeenPurchases;
}

export function nothingSeen(): SeenRows {
  return { purchases: createSeenPurchases(), references: createSeenPurchases() };
}

/** Checks rows of a batch again, as its upload did, at today's prices and against today's purchases. */
export interface Checker {
  readonly layout: RowLayout;
  /** A number that a person wrote in a row, in E.164 if the upload had such numbers corrected; otherwise as it is. */
  readonly readWritten: (text: string) => string;
  /** How the numbers of rows were corrected; rows whose number is as in the file are left out. */
  listCorrections(rows: readonly Pick<StoredRow, 'line' | 'cells'>[]): Correction[];
  /** @param rows in order of line, with their edits. */
  check(rows: readonly StoredRow[], seen: SeenRows): Promise<StoredRow[]>;
}

/** Reads with the pool that it is given, which may be a transaction. */
export async function createChecker(
  deps: TermsDeps & Pick<CheckDeps, 'turns'>,
  accountId: AccountId,
  batch: EditableBatch,
): Promise<Checker> {
  const { terms, findBlocked } = await readTerms(deps, { accountId });
  const layout = toRowLayout(batch.columns);
  const readNumber = createNumberReader(numberRules(batch), terms.prefixes);
  const { duplicates } = batch;
  const offers = allowedOffers(terms);
  const criteria = {
    layout,
    batchReference: batch.reference,
    terms,
    duplicates: duplicates.on,
    readNumber,
    wishes: {
      campaign: batch.reading ?? NO_WISH,
      choose: createBundleChooser(offers),
      readText: createBundleTextReader(offers),
    },
  };
  const { pool, turns } = deps;
  const column = columnName(layout, layout.phoneNumber);
  const readTyped = createNumberReader(uploadRules(batch), terms.prefixes);
  const hold = batch.isRetry ? createHoldBack(pool, accountId, layout) : null;

  return {
    layout,
    readWritten(text) {
      const reading = readTyped(text);
      return reading.kind === 'corrected' ? reading.number : text;
    },
    listCorrections(rows) {
      return rows.flatMap(({ line, cells }) => {
        const from = readFields(layout, cells).phoneNumber;
        const reading = from === '' ? null : readNumber(from);
        if (reading?.kind !== 'corrected') return [];
        return [{ line, column, from, to: reading.number, damage: reading.damage }];
      });
    },
    async check(rows, seen) {
      const records = rows.map((row) => toRecord(row, layout, batch));
      const page = beginPage(pool, records, layout, readNumber, findBlocked);
      const judged = await judgePage(page, { ...criteria, seen: seen.purchases }, turns);
      const recent = await judgeRecent(pool, accountId, judged, duplicates, column);
      const lines = rows.map(({ line }) => line);
      if (hold !== null) hold.note(await readFailedSince(pool, accountId, batch.id, lines));
      const held = (await hold?.check(recent)) ?? recent;
      return held.map((row, index) => {
        const {
          buys: _buys,
          correction: _correction,
          ...checked
        } = judgeReference(row, layout, seen.references);
        return { ...checked, edit: rows[index]?.edit ?? null };
      });
    },
  };
}

/** Rejected corrections stay rejected. */
function numberRules(batch: EditableBatch): NumberRules {
  return batch.corrections === 'rejected' ? NEVER_REPAIR : uploadRules(batch);
}

/** How the upload had numbers read. */
function uploadRules({ reading }: EditableBatch): NumberRules {
  if (reading === null) return NEVER_REPAIR;
  const { repair, defaultCountry } = reading;
  const isKnown = defaultCountry !== null && isPhoneCountry(defaultCountry);
  return { repair, defaultCountry: isKnown ? defaultCountry : null };
}

/** A stored row as a record of its file. */
export function toRecord(
  row: Pick<StoredRow, 'line' | 'cells' | 'chosen' | 'edit' | 'errors'>,
  layout: RowLayout,
  { reading }: EditableBatch,
): CsvRecord {
  // How an earlier version read the file is not known: what it chose stays.
  const edit = reading === null && row.chosen !== null ? { ...row.chosen, ...row.edit } : row.edit;
  const breaks = row.cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  return {
    line: row.line,
    cells: row.cells,
    endLine: row.line + breaks,
    faultErrors: keepFaults(row.errors, row.edit, layout),
    ...(edit === null ? {} : { edit }),
  };
}

const FAULT_CODES: ReadonlySet<string> = new Set(['formula_without_value', 'error_value', 'digits_lost']);

/** What the upload found in the cells themselves, which are stored without it; except where the client wrote another value. */
function keepFaults(errors: readonly RowError[], edit: RowEdit | null, layout: RowLayout): RowError[] {
  const replaced = new Set<string | null>();
  if (edit?.phoneNumber !== undefined) replaced.add(columnName(layout, layout.phoneNumber));
  const hasBundle = edit?.bundleId !== undefined || edit?.dataMb !== undefined;
  if (hasBundle && layout.bundleId !== null) replaced.add(columnName(layout, layout.bundleId));
  return errors.filter(({ code, column }) => FAULT_CODES.has(code) && !replaced.has(column));
}

/** Of the rows that share a reference and can be bought, only the first is. */
function judgeReference(row: JudgedRow, layout: RowLayout, seen: SeenPurchases): JudgedRow {
  if (layout.reference === null || row.state !== 'waiting' || row.reference === null) return row;
  const line = seen.note(row.reference, '', row.line);
  if (line === null) return row;
  const cell = shownCell(row.reference);
  const error = rowError('reference_repeated', columnName(layout, layout.reference), { cell, line });
  return {
    ...row,
    state: 'invalid',
    networkId: null,
    price: null,
    chosen: null,
    errors: [error],
    warnings: [],
  };
}
