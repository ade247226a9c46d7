import { useSearch } from '@tanstack/react-router';
import { saveCsv } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { useFormat } from '../ui/format.ts';
import { Button } from '../ui/inputs.tsx';
import { Card, Empty, Money, Problem, Screen, Skeleton } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { csvOfCostCentres, type Sums, sumsOf, totalOf } from './cost-centre-sums.ts';
import { useCostCentres } from './cost-centre-totals.ts';
import { neighbour, utcDay } from './day.ts';
import { LINE_DAYS_MAX, periodOf } from './period.ts';
import { PeriodPicker } from './picker.tsx';
import { PrintButton } from './print.tsx';
import { FinanceTabs } from './tabs.tsx';

/** What each cost centre was charged and refunded in a period; without one in the address, in this month. */
export function CostCentrePage() {
  const { t } = useTexts();
  const search = useSearch({ strict: false });
  const hasPeriod = [search.day, search.month, search.from].some((part) => part !== undefined);
  const period = periodOf(hasPeriod ? search : { month: utcDay().slice(0, 7) });
  const [from, to] = period.kind === 'day' ? [period.day, period.day] : [period.from, period.to];
  return (
    <Screen title={t('finance.byCostCentre')}>
      <FinanceTabs />
      <PeriodPicker period={period} path="/statements/cost-centres" />
      {to > neighbour(from, LINE_DAYS_MAX - 1) ? (
        <Empty title={t('finance.tooLong', { days: LINE_DAYS_MAX })} />
      ) : (
        <Totals key={`${from} ${to}`} from={from} to={to} />
      )}
    </Screen>
  );
}

function Totals({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useTexts();
  const { day } = useFormat();
  const { data, error } = useCostCentres(from, to);
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Skeleton lines={6} />;
  if (data.length === 0)
    return (
      <Empty title={t('finance.noCharge')}>
        <p>{t('finance.costCentreHint')}</p>
      </Empty>
    );
  return (
    <Card title={t('finance.costCentresFrom', { from: day(from), to: day(to) })}>
      <p>{t('finance.costCentreHint')}</p>
      <SumTable sums={data.map(sumsOf)} />
      <div className="actions">
        <Button onPress={() => saveCsv(`cost-centres-${from}-${to}.csv`, csvOfCostCentres(data))}>
          {t('finance.csv')}
        </Button>
        <PrintButton />
      </div>
    </Card>
  );
}

function SumTable({ sums }: { readonly sums: readonly Sums[] }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const money = (title: string, amountOf: (row: Sums) => number) => ({
    title,
    isNumber: true,
    cell: (row: Sums) => <Money amount={amountOf(row)} currency={row.currency} />,
  });
  return (
    <DataTable
      caption={t('finance.byCostCentre')}
      rows={[...sums, totalOf(sums)]}
      keyOf={({ key }) => key}
      columns={[
        {
          title: t('finance.costCentre'),
          cell: ({ key, name }) =>
            key === 'total' ? t('finance.costCentreTotal') : (name ?? t('finance.noCostCentre')),
        },
        { title: t('finance.purchases'), isNumber: true, cell: ({ purchases }) => number(purchases) },
        money(t('finance.campaignCharged'), ({ charged }) => charged),
        { title: t('finance.reversals'), isNumber: true, cell: ({ reversals }) => number(reversals) },
        money(t('finance.campaignRefunded'), ({ refunded }) => refunded),
        money(t('finance.campaignNet'), ({ charged, refunded }) => charged - refunded),
      ]}
    />
  );
}
