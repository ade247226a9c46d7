import type { DuplicateOptions } from '../../../domain/batch/duplicates.ts';
import type { RowEdit } from '../../../domain/batch/rows/row-edit.ts';
import { type RecentPurchases, repeatKey } from '../../../domain/purchase/repeat.ts';
import { markRecent } from '../../../services/batches/duplicate-rows.ts';
import { judgeRows } from '../../../services/batches/judge-rows.ts';
import { holdBackBought } from '../../../services/batches/retry/bought-since.ts';
import type { JudgedRow } from '../../../services/batches/rows.ts';
import { createSeen, LAYOUT, READ_NUMBER, TERMS, WISHES } from './terms.ts';

export interface FileRow {
  readonly phoneNumber: string;
  readonly bundleId: string;
  /** The cell `result.state`. */
  readonly resultState: string;
}

export interface CampaignRow {
  readonly file: FileRow;
  readonly line: number;
  readonly reference: string;
  /** Of a retry: when the row failed before, in ms. */
  readonly failedAt: number | null;
  edit: RowEdit | null;
  state: 'waiting' | 'invalid' | 'refused' | 'released';
}

export interface Campaign {
  readonly name: string;
  readonly options: DuplicateOptions;
  readonly rows: readonly CampaignRow[];
  /** The first campaign of its line of retries; itself for an upload. */
  readonly root: string;
  readonly createdAt: number;
  startedAt: number | null;
  status: 'ready' | 'running' | 'canceled';
}

const HOUR_MS = 3_600_000;

/** What a row buys: as in the file, or as it was changed. */
export function wishOf({ file, edit }: Pick<CampaignRow, 'file' | 'edit'>) {
  return { phoneNumber: edit?.phoneNumber ?? file.phoneNumber, bundleId: edit?.bundleId ?? file.bundleId };
}

export function keyOf(row: Pick<CampaignRow, 'file' | 'edit'>): string {
  return repeatKey(wishOf(row));
}

export function isRetry({ name, root }: Campaign): boolean {
  return name !== root;
}

/** Checks the rows of a campaign as an upload, a retry or a change of rows does. @param latest what was bought in the last hours. */
export function checkCampaign(
  campaign: Campaign,
  now: number,
  latest: (hours: number) => RecentPurchases['latest'],
): readonly JudgedRow[] {
  const { name, options, rows } = campaign;
  const records = rows.map(({ file, line, edit }) => ({
    line,
    endLine: line,
    cells: [file.phoneNumber, file.bundleId, file.resultState],
    ...(edit === null ? {} : { edit }),
  }));
  const judged = judgeRows(records, {
    layout: LAYOUT,
    batchReference: name,
    terms: TERMS,
    ported: new Map(),
    seen: createSeen(),
    duplicates: options.on,
    readNumber: READ_NUMBER,
    wishes: WISHES,
  });
  const recent = { now: new Date(now), latest: latest(options.windowHours) };
  const marked = options.windowHours === 0 ? judged : markRecent(judged, recent, options, 'phone_number');
  if (!isRetry(campaign)) return marked;
  const since = new Map(rows.map(({ line, failedAt }) => [line, new Date(failedAt ?? 0)]));
  return holdBackBought(marked, latest(now / HOUR_MS), since, 'phone_number');
}

/** Whether a row of a campaign is a reason to hold a later one back: it repeats it. */
export function isRepeated({ rows }: Campaign, index: number): boolean {
  const row = rows[index];
  if (row === undefined) throw new Error('a row vanished');
  const before = rows.slice(0, index).filter(({ edit }) => edit?.dropped !== true);
  return before.some((one) => keyOf(one) === keyOf(row));
}
