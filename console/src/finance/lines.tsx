import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StatementLine } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRight } from '../app/session.tsx';
import { Button } from '../ui/inputs.tsx';
import { Empty, Money, Problem, Skeleton, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';

interface LineList {
  readonly data: readonly StatementLine[];
  readonly next_cursor: string | null;
}

/** The lines of a day, a page at a time, in the order of the movements. */
export function Lines({ day }: { readonly day: string }) {
  const { t } = useTexts();
  const [cursor, setCursor] = useState<string | null>(null);
  const canOpen = useRight('purchases:read');
  const { data, error } = useApi<LineList>(`/v1/statements/${day}/lines`, { query: { limit: 50, cursor } });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Skeleton lines={8} />;
  if (data.data.length === 0) return <Empty title={t('finance.noLines')} />;
  return (
    <>
      <DataTable
        caption={t('finance.lines')}
        rows={data.data}
        keyOf={({ id }) => id}
        columns={[
          { title: t('finance.when'), cell: ({ occurred_at: at }) => <Time at={at} /> },
          { title: t('finance.type'), cell: ({ type }) => t(`finance.type.${type}`) },
          {
            title: t('purchases.reference'),
            cell: ({ purchase_id: id, reference }) =>
              id !== null && canOpen ? (
                <Link to="/purchases/$purchaseId" params={{ purchaseId: id }}>
                  {reference}
                </Link>
              ) : (
                reference
              ),
          },
          { title: t('purchases.number'), cell: ({ phone_number: number }) => number },
          {
            title: t('finance.amount'),
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            title: t('finance.balanceAfter'),
            isNumber: true,
            cell: ({ balance_after: amount, currency }) => <Money amount={amount} currency={currency} />,
          },
        ]}
      />
      <div className="actions">
        {cursor === null ? null : <Button onPress={() => setCursor(null)}>{t('app.first')}</Button>}
        {data.next_cursor === null ? null : (
          <Button onPress={() => setCursor(data.next_cursor)}>{t('app.next')}</Button>
        )}
      </div>
    </>
  );
}
