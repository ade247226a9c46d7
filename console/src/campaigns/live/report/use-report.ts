import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type {
  Approval,
  ApprovalList,
  AuditEntry,
  Batch,
  BatchRow,
} from '../../../../../clients/typescript/src/types.ts';
import { readFirst, useAll } from '../../../app/all.ts';
import { useApi } from '../../../app/data.ts';
import { useAccount, useRight } from '../../../app/session.tsx';

/** Rows that a report lists; paper with more is of little use, and the results file has them all. */
const LISTED_MAX = 1_000;

/** The rows that got no bundle, as they were when the report was printed. */
export interface ReportRows {
  /** In order of line. */
  readonly rows: readonly BatchRow[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** A report of a campaign that can be printed. */
export interface Report {
  /** Null while the report is not printed with the button. */
  readonly rows: ReportRows | null;
  /** When the page was last given to the printer. */
  readonly printedAt: Date;
  /** Reads the rows, then prints. */
  readonly print: () => Promise<void>;
}

/** Reads what only paper shows. The browser takes the page as it is right after its event. */
export function useReport({ id, counts }: Batch): Report {
  const account = useAccount().id;
  const [rows, setRows] = useState<ReportRows | null>(null);
  const [printedAt, setPrintedAt] = useState(() => new Date());
  useEffect(() => {
    const stamp = () => flushSync(() => setPrintedAt(new Date()));
    // Another print has another time, and must not list rows of this one.
    const drop = () => setRows(null);
    addEventListener('beforeprint', stamp);
    addEventListener('afterprint', drop);
    return () => {
      removeEventListener('beforeprint', stamp);
      removeEventListener('afterprint', drop);
    };
  }, []);
  const print = async () => {
    const read = (query: Readonly<Record<string, string>>) =>
      readFirst<BatchRow>(account, `/v1/batches/${id}/rows`, query, LISTED_MAX);
    const none = { items: [], isCut: false };
    const [unbought, reversed] = await Promise.all([
      read({ only: 'unbought', include: 'network_timeout' }),
      counts.reversed === 0 ? none : read({ state: 'reversed' }),
    ]);
    const sorted = [...unbought.items, ...reversed.items].toSorted((a, b) => a.line - b.line);
    const isCut = unbought.isCut || reversed.isCut || sorted.length > LISTED_MAX;
    flushSync(() => setRows({ rows: sorted.slice(0, LISTED_MAX), isCut }));
    window.print();
  };
  return { rows, printedAt, print };
}

/** Whether rows may have got no bundle; which they are, only the rows say. */
export function mayHaveFailed({ status, counts }: Batch): boolean {
  const ended = counts.failed + counts.refused + counts.invalid + counts.reversed;
  return ended > 0 || (status === 'canceled' && counts.waiting > 0);
}

const STARTS: ReadonlySet<string> = new Set(['batch_start', 'batch_schedule', 'batch_start_now']);

/** Who started a campaign, as far as that is known. */
export type Started =
  | { readonly kind: 'by'; readonly entry: AuditEntry }
  /** No one did: the upload was to start by itself, or it is a run of a recurring campaign. */
  | { readonly kind: 'upload' | 'recurring' }
  /** The person may not see it, it is read now, or it could not be read. */
  | { readonly kind: 'hidden' | 'reading' | 'failed' };

/** Who is responsible for a campaign, as far as the person may see it. */
export interface Responsible {
  readonly started: Started;
  readonly approval: Approval | null;
  /** Whether it is being read, so that a report would not say it. */
  readonly isReading: boolean;
}

/** Reads who started a campaign and who approved it. */
export function useResponsible({ id, recurring_batch_id: recurring }: Batch): Responsible {
  const mayAudit = useRight('audit:read');
  const mayApprovals = useRight('approvals:read');
  const log = useAll<AuditEntry>('/v1/audit-log', { subject: id }, mayAudit);
  const approvals = useApi<ApprovalList>('/v1/approvals', {
    query: { batch_id: id, limit: 25 },
    enabled: mayApprovals,
  });
  const startedOf = (): Started => {
    if (recurring != null) return { kind: 'recurring' };
    if (!mayAudit) return { kind: 'hidden' };
    if (log.data === undefined) return { kind: log.isError ? 'failed' : 'reading' };
    const entry = log.data.find(({ action }) => STARTS.has(action));
    return entry === undefined ? { kind: 'upload' } : { kind: 'by', entry };
  };
  return {
    started: startedOf(),
    approval: approvals.data?.data.find(({ status }) => status === 'used') ?? null,
    isReading: log.isLoading || approvals.isLoading,
  };
}
