import type { ArrivedFile } from '../../db/batches/finish.ts';
import { ERRORS_SHOWN } from '../../db/batches/repeated.ts';
import { type NewBatch, storeRows } from '../../db/batches/upload.ts';
import type { BatchColumn, FileNotice, Rejection } from '../../domain/batch/batch.ts';
import { createBundleTextReader } from '../../domain/batch/bundle-text.ts';
import { createBundleChooser } from '../../domain/batch/choose-bundle.ts';
import { listDuplicates } from '../../domain/batch/duplicate-findings.ts';
import type { LineDuplicate } from '../../domain/batch/duplicates.ts';
import { rejectFile } from '../../domain/batch/findings.ts';
import type { LineError, LineWarning } from '../../domain/batch/rows/row.ts';
import { allowedOffers, readTerms } from '../rules/file-terms.ts';
import { type RowLayout, toRowLayout } from './cells.ts';
import { type CorrectionList, createCorrectionList } from './correction-list.ts';
import { judgeRecent } from './duplicate-rows.ts';
import { type ColumnMap, type OnUnknownColumns, readHeader } from './header.ts';
import type { CsvPart } from './read-csv.ts';
import { createNumberReader, type NumberRules } from './read-number.ts';
import {
  addRecord,
  beginPage,
  emptyPage,
  type GrowingPage,
  isFull,
  judgePage,
  type ReadPage,
} from './read-page.ts';
import { columnName } from './row-errors.ts';
import type { CsvRecord, JudgedRow } from './rows.ts';
import { createSeenPurchases } from './seen-purchases.ts';
import type { UploadDeps } from './upload-deps.ts';
import type { CampaignWish } from './wish.ts';

export const ROWS_MAX = 1_000_000;

export interface Store {
  /** Takes what the reader yields, in order. Waits for the database, so that the file is not read faster than it is stored. */
  take(part: CsvPart): Promise<void>;
  /** Stores the rest; null if the upload was given up in the meantime. */
  end(): Promise<Omit<ArrivedFile, 'contentHash'> | null>;
}

/** What was read and not stored yet, and what the end of the file needs about the rest. */
interface Progress {
  /** Null until the header was read. */
  header: { readonly columns: readonly BatchColumn[]; readonly layout: RowLayout } | null;
  notices: readonly FileNotice[];
  sheet: string | null;
  sheets: readonly string[];
  rejection: Rejection | null;
  page: GrowingPage;
  /** The page before, whose ported numbers are looked up while this one is read. */
  ready: ReadPage | null;
  rows: number;
  /** Of the valid rows among those stored. */
  cost: number;
  /** Of them, handed to the database. */
  stored: number;
  readonly errors: LineError[];
  readonly warnings: LineWarning[];
  warned: number;
  /** Invalid rows that only lack a choice of their bundle. */
  unclear: number;
  readonly duplicates: LineDuplicate[];
  readonly corrections: CorrectionList;
  /** Valid rows by network. */
  readonly networks: Map<string, number>;
  givenUp: boolean;
}

/** How a file is read; the map may come just before the first bytes. */
export interface FileRules {
  readonly columnMap: () => ColumnMap;
  readonly onUnknownColumns: OnUnknownColumns;
  readonly numbers: NumberRules;
  readonly wish: CampaignWish;
  /** The header, where it is known: then no record is one. */
  readonly columns?: readonly BatchColumn[];
  /** Holds back further rows that could be bought. */
  readonly holdBack?: (rows: readonly JudgedRow[]) => Promise<readonly JudgedRow[]>;
}

/** Validates the rows of a file against what the account may buy now, and stores them page by page. */
export async function createStore(deps: UploadDeps, batch: NewBatch, rules: FileRules): Promise<Store> {
  const { terms, findBlocked } = await readTerms(deps, batch);
  const readNumber = createNumberReader(rules.numbers, terms.prefixes);
  const offers = allowedOffers(terms);
  const criteria = {
    batchReference: batch.reference,
    terms,
    seen: createSeenPurchases(),
    duplicates: batch.options.duplicates.on,
    readNumber,
    wishes: {
      campaign: rules.wish,
      choose: createBundleChooser(offers),
      readText: createBundleTextReader(offers),
    },
  };
  const progress: Progress = {
    header:
      rules.columns === undefined ? null : { columns: rules.columns, layout: toRowLayout(rules.columns) },
    notices: [],
    sheet: null,
    sheets: [],
    rejection: null,
    page: emptyPage(),
    ready: null,
    rows: 0,
    cost: 0,
    stored: 0,
    errors: [],
    warnings: [],
    warned: 0,
    unclear: 0,
    duplicates: [],
    corrections: createCorrectionList(rules.numbers),
    networks: new Map(),
    givenUp: false,
  };
  let storing = Promise.resolve(true);

  /** One page is stored, the next one's numbers are looked up, and the one after is read: never more than three. */
  const flush = async (): Promise<void> => {
    const { page, header, ready } = progress;
    const { records } = page;
    progress.page = emptyPage();
    progress.ready =
      header === null || records.length === 0
        ? null
        : beginPage(deps.pool, records, header.layout, readNumber, findBlocked);
    const judged =
      ready === null || header === null
        ? []
        : await judgePage(ready, { ...criteria, layout: header.layout }, deps.turns);
    progress.cost += sumCost(judged);
    if (progress.cost > Number.MAX_SAFE_INTEGER) {
      progress.rejection = TOO_COSTLY;
      progress.page = emptyPage();
      progress.ready = null;
      return;
    }
    progress.stored += judged.length;
    progress.givenUp ||= !(await storing);
    storing = settle(judged);
    storing.catch(() => {});
  };

  /** Compares a judged page with what was bought lately, and stores it. */
  const settle = async (judged: readonly JudgedRow[]): Promise<boolean> => {
    const { header } = progress;
    const column = header === null ? null : columnName(header.layout, header.layout.phoneNumber);
    const { accountId, options } = batch;
    const recent = await judgeRecent(deps.pool, accountId, judged, options.duplicates, column);
    const rows = (await rules.holdBack?.(recent)) ?? recent;
    noteFindings(progress, rows);
    progress.corrections.note(rows, column);
    return storeRows(deps.pool, batch.id, header?.columns ?? [], rows);
  };

  return {
    async take(part) {
      // The rest of an unusable file is read only for its hash.
      if (progress.rejection !== null || progress.givenUp) return;
      if (part.kind === 'head') progress.notices = [...progress.notices, ...part.notices];
      if (part.kind === 'sheet') Object.assign(progress, { sheet: part.sheet, sheets: part.sheets });
      if (part.kind === 'unusable') progress.rejection = part.rejection;
      if (part.kind !== 'records') return;

      for (const record of part.records) {
        takeRecord(progress, record, rules);
        if (progress.rejection !== null) return;
        if (isFull(progress.page)) await flush();
      }
    },

    async end() {
      while ((progress.page.records.length > 0 || progress.ready !== null) && !progress.givenUp)
        await flush();
      progress.givenUp ||= !(await storing);
      if (progress.givenUp) return null;

      const { header, notices, sheet, sheets, errors, warnings, duplicates, networks } = progress;
      const rejection = progress.rejection ?? (header === null ? EMPTY : null);
      return {
        rows: progress.stored,
        columns: header?.columns ?? [],
        notices,
        sheet,
        sheets,
        errors,
        warnings,
        warned: progress.warned,
        unclear: progress.unclear,
        duplicates: duplicates.slice(0, ERRORS_SHOWN),
        networks,
        corrections: progress.corrections.end(),
        rejection,
      };
    },
  };
}

/** The first record is the header. */
function takeRecord(progress: Progress, record: CsvRecord, rules: FileRules): void {
  if (progress.header === null) {
    const reading = readHeader(
      record.cells,
      record.line,
      rules.columnMap(),
      rules.onUnknownColumns,
      rules.wish,
    );
    if (reading.kind === 'unusable') progress.rejection = reading.rejection;
    else {
      progress.header = { columns: reading.columns, layout: toRowLayout(reading.columns) };
      progress.notices = [...progress.notices, ...reading.notices];
    }
    return;
  }
  if (progress.rows === ROWS_MAX) {
    progress.rejection = rejectFile('rows_many', { most: ROWS_MAX.toLocaleString('en') }, record.line);
    return;
  }
  progress.rows += 1;
  addRecord(progress.page, record);
}

/** Of the rows that can be bought. */
function sumCost(rows: readonly JudgedRow[]): number {
  return rows.reduce((total, { state, price }) => total + (state === 'waiting' ? (price ?? 0) : 0), 0);
}

function noteFindings(progress: Progress, rows: readonly JudgedRow[]): void {
  const { errors, warnings, duplicates, networks } = progress;
  for (const { line, state, errors: found, warnings: odd, networkId } of rows) {
    if (duplicates.length < ERRORS_SHOWN) duplicates.push(...listDuplicates(line, [...found, ...odd]));
    if (state === 'refused') continue;
    for (const error of found) if (errors.length < ERRORS_SHOWN) errors.push({ line, ...error });
    for (const warning of odd) if (warnings.length < ERRORS_SHOWN) warnings.push({ line, ...warning });
    if (odd.length > 0) progress.warned += 1;
    if (state === 'invalid' && found.every(({ code }) => code === 'bundle_unclear')) progress.unclear += 1;
    if (state === 'waiting' && networkId !== null)
      networks.set(networkId, (networks.get(networkId) ?? 0) + 1);
  }
}

const EMPTY = rejectFile('empty', {});

/** A client's number cannot hold larger amounts exactly. */
const TOO_COSTLY = rejectFile('too_costly', {});
