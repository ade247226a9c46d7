import { type ReactNode, useState } from 'react';
import type { Approval, Batch, BatchBreakdown } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useNames } from '../campaigns/live/names.ts';
import { FileNotices } from '../campaigns/prepare/file-card.tsx';
import { useFormat } from '../ui/format.ts';
import { Fact, Money, Problem, Skeleton } from '../ui/parts.tsx';
import { NoteFact, PreparedFacts, RequestedFact } from './facts.tsx';

/** What a campaign buys, as far as it is read. */
export interface Contents {
  /** Undefined while it is read. */
  readonly batch: Batch | undefined;
  readonly bundles: readonly BundleRows[];
  /** Whether all of it is read, so that a person may decide on it. */
  readonly isRead: boolean;
  readonly error: unknown;
}

interface BundleRows {
  readonly name: string;
  readonly rows: number;
}

/** Reads what a campaign buys. @param isWanted whether to read it: the list has many requests */
export function useContents(batchId: string, isWanted: boolean): Contents {
  const batch = useApi<Batch>(`/v1/batches/${batchId}`, { enabled: isWanted });
  const breakdown = useBreakdown(batchId, isWanted);
  return {
    batch: batch.data,
    bundles: breakdown.bundles,
    isRead: batch.data !== undefined && breakdown.isRead,
    error: batch.error ?? breakdown.error,
  };
}

/** For how many rows a campaign buys, and which bundles, among other facts. @param children facts beside them */
export function ContentFacts({
  contents: { batch, bundles, isRead, error },
  children,
}: {
  readonly contents: Contents;
  readonly children?: ReactNode;
}) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <>
      {isRead || error !== null ? null : <Skeleton lines={2} />}
      <Problem error={error} />
      <dl className="facts">
        {batch === undefined || !isRead ? null : <BatchFacts batch={batch} />}
        {bundles.length === 0 || !isRead ? null : (
          <Fact name={t('approvals.bundles')}>
            {bundles
              .map((one) => t('approvals.bundle', { name: one.name, rows: number(one.rows) }))
              .join(', ')}
          </Fact>
        )}
        {children}
      </dl>
      {batch === undefined || !isRead ? null : (
        <>
          <FileNotices notices={batch.notices} />
          <Shortfall batch={batch} />
        </>
      )}
    </>
  );
}

/** What the file has, how many of its rows are bought, which are bought once more, and the balance that pays for them. */
function BatchFacts({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { counts, sheet, available, on_duplicate: onDuplicate, file_sha256: hash } = batch;
  const file = { rows: counts.rows, left: counts.rows - counts.waiting };
  return (
    <>
      <Fact name={t('approvals.rows')}>{number(counts.waiting)}</Fact>
      <Fact name={t('approvals.file')}>
        {t('approvals.fileRows', file)} {sheet === null ? '' : t('approvals.sheet', { sheet })}
        {hash === null ? null : <code>{hash.slice(0, HASH_SHOWN)}</code>}
      </Fact>
      <Fact name={t('approvals.duplicates')}>
        {counts.duplicates === 0
          ? number(0)
          : t(onDuplicate === 'buy' ? 'approvals.duplicatesBought' : 'approvals.duplicatesSkipped', {
              count: counts.duplicates,
            })}
      </Fact>
      <Fact name={t('cost.available')}>
        <Money {...available} />
      </Fact>
    </>
  );
}

/** So many digits of a hash tell files apart. */
const HASH_SHOWN = 12;

/** Warns that the balance does not cover the campaign, and says what happens then. */
function Shortfall({ batch: { shortfall, on_insufficient_balance: on } }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { money } = useFormat();
  if (shortfall.amount <= 0) return null;
  const key = on === 'pause' ? 'prepare.verdict.pauses' : 'prepare.verdict.skips';
  return <p className="notice warn">{t(key, { missing: money(shortfall) })}</p>;
}

/** The same behind a heading that opens it. The list has many requests, so the campaign is read only then. */
export function FoldedContents({ batchId }: { readonly batchId: string }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const contents = useContents(batchId, isOpen);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('approvals.contents')}</summary>
      {isOpen ? <ContentFacts contents={contents} /> : null}
    </details>
  );
}

function useBreakdown(batchId: string, isWanted: boolean) {
  const { bundleName } = useNames();
  const { data, error } = useApi<BatchBreakdown>(`/v1/batches/${batchId}/breakdown`, { enabled: isWanted });
  const rowsOf = new Map<string, number>();
  for (const { state, bundle_id: id, rows } of data?.outcomes ?? [])
    if (state === 'waiting' && id !== null) rowsOf.set(id, (rowsOf.get(id) ?? 0) + rows);
  const bundles = [...rowsOf].map(([id, rows]): BundleRows => ({ name: bundleName(id), rows }));
  return { bundles, isRead: data !== undefined, error };
}

/** The bundles that a campaign still buys, by name, each with its rows. */
export function useBundleRows(batchId: string): readonly BundleRows[] {
  return useBreakdown(batchId, true).bundles;
}

/** What a decision is about, in its dialog. @param children more facts */
export function Subject({
  approval,
  contents,
  children,
}: {
  readonly approval: Approval;
  readonly contents: Contents;
  readonly children?: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <ContentFacts contents={contents}>
      <Fact name={t('approvals.campaign')}>{approval.batch_reference ?? approval.batch_id}</Fact>
      <RequestedFact approval={approval} />
      <PreparedFacts approval={approval} />
      <NoteFact approval={approval} />
      {children}
    </ContentFacts>
  );
}
