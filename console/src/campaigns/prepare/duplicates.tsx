import { Link } from '@tanstack/react-router';
import type { Batch, BatchDuplicateOf } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Card, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';

/** Rows that would give a person the same bundle twice, with what each repeats. */
export function Duplicates({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { duplicates, counts, on_duplicate: on } = batch;
  if (duplicates.length === 0) return null;
  return (
    <Card title={t('duplicates.title', { count: counts.duplicates })}>
      <p>{t(on === 'skip' ? 'duplicates.skipped' : 'duplicates.bought')}</p>
      <DataTable
        caption={t('duplicates.caption')}
        rows={duplicates}
        keyOf={({ line }) => line}
        columns={[
          { title: t('rows.line'), cell: ({ line }) => line },
          { title: t('duplicates.of'), cell: ({ duplicate_of: of }) => <Earlier of={of} /> },
        ]}
      />
      {counts.duplicates > duplicates.length ? (
        <p className="hint">{t('duplicates.more', { shown: duplicates.length, count: counts.duplicates })}</p>
      ) : null}
    </Card>
  );
}

function Earlier({ of }: { readonly of: BatchDuplicateOf }) {
  const { t } = useTexts();
  if (of.kind === 'row' && of.line !== null) return t('duplicates.line', { line: of.line });
  if (of.purchase_id === null) return t('duplicates.result');
  return (
    <>
      <Link to="/purchases/$purchaseId" params={{ purchaseId: of.purchase_id }}>
        {t('duplicates.purchase', { reference: of.reference ?? of.purchase_id })}
      </Link>{' '}
      <Time at={of.bought_at} />
    </>
  );
}
