import { useSearch } from '@tanstack/react-router';
import type { Batch, BatchList } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { Pager } from '../ui/pager.tsx';
import { Card, Empty, Money, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { PrintButton } from './print.tsx';
import { FinanceTabs } from './tabs.tsx';

/** What each campaign was charged and refunded, newest first, with the sum of those that are shown. */
export function CampaignMoneyPage() {
  const { t } = useTexts();
  const { cursor } = useSearch({ strict: false });
  const { data, error } = useApi<BatchList>('/v1/batches', { query: { limit: 50, cursor }, everyMs: 30_000 });
  return (
    <Screen title={t('finance.byCampaign')}>
      <FinanceTabs />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={8} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('finance.noCampaign')}>
          <p>{t('finance.noCampaignHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : (
        <Card title={t('finance.byCampaign')}>
          <p>{t('finance.byCampaignHint')}</p>
          <CampaignTable batches={data.data} />
          <Pager next={data.next_cursor} />
          <div className="actions">
            <PrintButton />
          </div>
        </Card>
      )}
    </Screen>
  );
}

/** A row of the table: a campaign, or the sum of all rows. */
interface MoneyRow {
  readonly key: string;
  readonly name: string;
  readonly createdAt: string | null;
  readonly currency: string;
  readonly charged: number;
  readonly refunded: number;
  readonly held: number;
}

function rowOf({ id, reference, created_at, charged, refunded, held }: Batch): MoneyRow {
  return {
    key: id,
    name: reference,
    createdAt: created_at,
    currency: charged.currency,
    charged: charged.amount,
    refunded: refunded.amount,
    held: held.amount,
  };
}

function CampaignTable({ batches }: { readonly batches: readonly Batch[] }) {
  const { t } = useTexts();
  const rows = batches.map(rowOf);
  const sum = (amountOf: (row: MoneyRow) => number) => rows.reduce((total, row) => total + amountOf(row), 0);
  const total: MoneyRow = {
    key: 'total',
    name: t('finance.shownTotal'),
    createdAt: null,
    currency: rows[0]?.currency ?? '',
    charged: sum(({ charged }) => charged),
    refunded: sum(({ refunded }) => refunded),
    held: sum(({ held }) => held),
  };
  const money = (title: string, amountOf: (row: MoneyRow) => number) => ({
    title,
    isNumber: true,
    cell: (row: MoneyRow) => <Money amount={amountOf(row)} currency={row.currency} />,
  });
  return (
    <DataTable
      isStacked
      caption={t('finance.byCampaign')}
      rows={[...rows, total]}
      keyOf={({ key }) => key}
      columns={[
        { title: t('finance.campaign'), cell: ({ name }) => name },
        { title: t('finance.uploaded'), cell: ({ createdAt }) => <Time at={createdAt} /> },
        money(t('finance.campaignCharged'), ({ charged }) => charged),
        money(t('finance.campaignRefunded'), ({ refunded }) => refunded),
        money(t('finance.campaignNet'), ({ charged, refunded }) => charged - refunded),
        money(t('finance.campaignHeld'), ({ held }) => held),
      ]}
    />
  );
}
