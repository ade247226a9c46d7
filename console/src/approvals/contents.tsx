import { useState } from 'react';
import type { Approval, Batch, BatchBreakdown } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useNames } from '../campaigns/live/names.ts';
import { useFormat } from '../ui/format.ts';
import { Fact } from '../ui/parts.tsx';

interface Props {
  readonly batchId: string;
}

/** What an approval is about: for how many rows the campaign buys, and which bundles. Nothing while it is read. */
export function ContentFacts({ batchId }: Props) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { data: batch } = useApi<Batch>(`/v1/batches/${batchId}`);
  const bundles = useBundleRows(batchId);
  if (batch === undefined) return null;
  return (
    <>
      <Fact name={t('approvals.rows')}>{number(batch.counts.waiting)}</Fact>
      {bundles.length === 0 ? null : (
        <Fact name={t('approvals.bundles')}>
          {bundles.map(({ name, rows }) => t('approvals.bundle', { name, rows: number(rows) })).join(', ')}
        </Fact>
      )}
    </>
  );
}

/** The same behind a heading that opens it. The list has many requests, so the campaign is read only then. */
export function FoldedContents({ batchId }: Props) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('approvals.contents')}</summary>
      {isOpen ? (
        <dl className="facts">
          <ContentFacts batchId={batchId} />
        </dl>
      ) : null}
    </details>
  );
}

/** The bundles that a campaign still buys, by name, each with its rows. */
export function useBundleRows(batchId: string): readonly { readonly name: string; readonly rows: number }[] {
  const { bundleName } = useNames();
  const { data } = useApi<BatchBreakdown>(`/v1/batches/${batchId}/breakdown`);
  const rowsOf = new Map<string, number>();
  for (const { state, bundle_id: id, rows } of data?.outcomes ?? [])
    if (state === 'waiting' && id !== null) rowsOf.set(id, (rowsOf.get(id) ?? 0) + rows);
  return [...rowsOf].map(([id, rows]) => ({ name: bundleName(id), rows }));
}

/** What a decision is about, in its dialog. */
export function Subject({ approval }: { readonly approval: Approval }) {
  const { t } = useTexts();
  const { batch_reference: reference, batch_id: batchId } = approval;
  return (
    <>
      <Fact name={t('approvals.campaign')}>{reference ?? batchId}</Fact>
      <ContentFacts batchId={batchId} />
    </>
  );
}
