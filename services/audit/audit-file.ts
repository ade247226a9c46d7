import { stringify } from 'csv-stringify/sync';
import type { Reader } from '../../db/account-reads.ts';
import { type AuditFilter, type AuditPosition, searchAudit } from '../../db/audit/search.ts';
import type { AuditRecord } from '../../domain/access/audit-record.ts';
import { type NewSheet, type SheetColumn, TEXT } from '../sheets/sheet.ts';

/** Entries of a page of a file. */
const PAGE = 200;

/** An entry as a reader may see it. */
export interface ShownEntry {
  readonly id: string;
  readonly account_id?: string | null;
  readonly number: number;
  readonly created_at: string;
  readonly principal: { readonly kind: string; readonly id: string | null };
  readonly session_id: string | null;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  readonly before: object | null;
  readonly after: object | null;
  readonly previous_hash: string;
  readonly hash: string;
}

/** Which entries a file has, and how much of them its reader may see. */
export interface AuditFileRequest {
  readonly filter: AuditFilter;
  readonly render: (record: AuditRecord) => ShownEntry;
  /** With the account of each entry, for operators. */
  readonly hasAccounts: boolean;
}

type Column = readonly [name: string, width: number, cell: (entry: ShownEntry) => string | null];

const COLUMNS: readonly Column[] = [
  ['created_at', 25, (entry) => entry.created_at],
  ['id', 32, (entry) => entry.id],
  ['number', 10, (entry) => String(entry.number)],
  ['principal_kind', 14, (entry) => entry.principal.kind],
  ['principal_id', 32, (entry) => entry.principal.id],
  ['session_id', 32, (entry) => entry.session_id],
  ['address', 18, (entry) => entry.address],
  ['user_agent', 32, (entry) => entry.user_agent],
  ['action', 24, (entry) => entry.action],
  ['subject', 32, (entry) => entry.subject],
  ['reason', 32, (entry) => entry.reason],
  ['before', 40, (entry) => toJson(entry.before)],
  ['after', 40, (entry) => toJson(entry.after)],
  ['previous_hash', 66, (entry) => entry.previous_hash],
  ['hash', 66, (entry) => entry.hash],
];
const ACCOUNT: Column = ['account_id', 32, (entry) => entry.account_id ?? null];

/**
 * The entries as CSV, newest first, page by page. A cell that a spreadsheet would run as a formula, such as a user agent that begins
 * with `=`, gets an apostrophe.
 */
export async function* auditCsv(reads: Reader, request: AuditFileRequest): AsyncGenerator<string> {
  yield toCsv([columnsOf(request).map(([name]) => name)]);
  for await (const rows of pages(reads, request)) yield toCsv(rows);
}

/** The same as a sheet. */
export function auditSheet(reads: Reader, request: AuditFileRequest): NewSheet {
  const columns = columnsOf(request).map(([name, width]): SheetColumn => ({ name, width, format: TEXT }));
  return { name: 'Audit log', columns, rows: pages(reads, request) };
}

async function* pages(reads: Reader, request: AuditFileRequest): AsyncGenerator<string[][]> {
  const columns = columnsOf(request);
  for (let after: AuditPosition | null = null; ; ) {
    const found: AuditRecord[] = await searchAudit(reads, request.filter, after, PAGE);
    if (found.length > 0)
      yield found.map((record) => {
        const entry = request.render(record);
        return columns.map(([, , cell]) => cell(entry) ?? '');
      });
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE) return;
    after = last;
  }
}

function columnsOf({ hasAccounts }: AuditFileRequest): readonly Column[] {
  return hasAccounts ? [...COLUMNS, ACCOUNT] : COLUMNS;
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function toCsv(rows: string[][]): string {
  return stringify(rows, { escape_formulas: true });
}
