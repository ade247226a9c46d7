import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type {
  Approval,
  ApprovalList,
  AuditEntry,
  AuditEntryList,
  Batch,
  BatchRow,
} from '../../../../../clients/typescript/src/types.ts';
import { readPages } from '../../../app/all.ts';
import { useApi } from '../../../app/data.ts';
import { useAccount, useRight } from '../../../app/session.tsx';

/** States of rows that a report lists, with their reasons. */
const NOT_DELIVERED = ['failed', 'refused', 'invalid', 'reversed'] as const;
const PAGE = 100;
/** Rows that a report lists; paper with more is of little use, and the results file has them all. */
export const LISTED_MAX = 1_000;

/** The rows of a report, as they were when it was printed. */
export interface Report {
  /** In order of line; null while the report was not printed with the button. */
  readonly rows: readonly BatchRow[] | null;
  /** When the page was last given to the printer. */
  readonly printedAt: Date;
  /** Reads the rows, then prints. */
  readonly print: () => Promise<void>;
}

export function useReport({ id, counts }: Batch): Report {
  const account = useAccount().id;
  const [rows, setRows] = useState<readonly BatchRow[] | null>(null);
  const [printedAt, setPrintedAt] = useState(() => new Date());
  useEffect(() => {
    // The browser takes the page as it is right after this event.
    const stamp = () => flushSync(() => setPrintedAt(new Date()));
    addEventListener('beforeprint', stamp);
    return () => removeEventListener('beforeprint', stamp);
  }, []);
  const print = async () => {
    const { signal } = new AbortController();
    const read = (state: string) =>
      readPages<BatchRow>(account, `/v1/batches/${id}/rows`, { state }, signal, LISTED_MAX / PAGE);
    const found = await Promise.all(NOT_DELIVERED.filter((state) => counts[state] > 0).map(read));
    const sorted = found.flat().toSorted((a, b) => a.line - b.line);
    flushSync(() => setRows(sorted.slice(0, LISTED_MAX)));
    window.print();
  };
  return { rows, printedAt, print };
}

/** Rows that were not delivered, whether they are listed or not. */
export function notDelivered({ counts }: Batch): number {
  return NOT_DELIVERED.reduce((sum, state) => sum + counts[state], 0);
}

const STARTS: ReadonlySet<string> = new Set(['batch_start', 'batch_schedule', 'batch_start_now']);

/** Who started a campaign and who approved it, as far as the person may see it. */
export function useResponsible({ id }: Batch): {
  /** Null if the person may not see it, or no one did. */
  readonly start: AuditEntry | null;
  readonly approval: Approval | null;
} {
  const log = useApi<AuditEntryList>('/v1/audit-log', {
    query: { subject: id, limit: PAGE },
    enabled: useRight('audit:read'),
  });
  const approvals = useApi<ApprovalList>('/v1/approvals', {
    query: { batch_id: id, limit: 25 },
    enabled: useRight('approvals:read'),
  });
  return {
    start: log.data?.data.find(({ action }) => STARTS.has(action)) ?? null,
    approval: approvals.data?.data.find(({ status }) => status === 'used') ?? null,
  };
}
