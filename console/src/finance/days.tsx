import { Link } from '@tanstack/react-router';
import type { Statement } from '../../../clients/typescript/src/types.ts';
import { saveCsv } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { useFormat } from '../ui/format.ts';
import { Button } from '../ui/inputs.tsx';
import { Card, Empty, Money, Problem, Skeleton } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { addUp, daysThatDiffer } from './books.ts';
import { useClosedDays } from './closed-days.ts';
import { neighbour, utcDay } from './day.ts';
import { csvOfDays } from './days-csv.ts';
import { LineDownloads } from './downloads.tsx';
import { Equation } from './equation.tsx';
import { Lines } from './lines.tsx';
import { addressOf, LINE_DAYS_MAX, type Period, pinOf } from './period.ts';
import { PrintButton } from './print.tsx';

/** The statement of several days: what they add up to, each day with its totals, and their lines unless the days are too many. */
export function Days({
  period,
  pinned,
}: {
  readonly period: Exclude<Period, { readonly kind: 'day' }>;
  /** The last day of the list to which the page of lines belongs; left out for the first page. */
  readonly pinned: string | undefined;
}) {
  const { t } = useTexts();
  const { day } = useFormat();
  const { from, to } = period;
  const { data: closed, error } = useClosedDays(from, to);
  const data = closed?.filter(({ date }) => pinned === undefined || date <= pinned);
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Skeleton lines={8} />;
  const books = addUp(data);
  if (books === null)
    return (
      <Empty title={t('finance.noClosedDay')}>
        <p>{t('finance.noStatementHint')}</p>
      </Empty>
    );
  const first = data[0]?.date ?? from;
  const last = data.at(-1)?.date ?? to;
  return (
    <>
      <Card title={t('finance.statementFrom', { from: day(first), to: day(last) })}>
        {to >= utcDay() ? <p>{t('finance.openLeftOut')}</p> : null}
        <Equation books={books} balance={null} differing={daysThatDiffer(data)} />
        <LineDownloads day={first} to={last} />
        <div className="actions">
          <Button onPress={() => saveCsv(`days-${first}-${last}.csv`, csvOfDays(data))}>
            {t('finance.daysCsv')}
          </Button>
          <PrintButton />
        </div>
      </Card>
      <Card title={t('finance.eachDay')}>
        <DayTable days={data} />
      </Card>
      {last > neighbour(first, LINE_DAYS_MAX - 1) ? null : (
        <Card title={t('finance.lines')}>
          <Lines from={first} to={last} address={addressOf(period)} pin={pinOf(period, last)} />
        </Card>
      )}
    </>
  );
}

function DayTable({ days }: { readonly days: readonly Statement[] }) {
  const { t } = useTexts();
  const { day } = useFormat();
  const total = (title: string, name: Exclude<keyof Statement['totals'], 'purchases_failed'>) => ({
    title,
    isNumber: true,
    cell: ({ totals, currency }: Statement) => <Money amount={totals[name].amount} currency={currency} />,
  });
  return (
    <DataTable
      caption={t('finance.eachDay')}
      rows={days}
      keyOf={({ date }) => date}
      columns={[
        {
          title: t('finance.day'),
          cell: ({ date }) => (
            <Link to="/statements" search={{ day: date }}>
              {day(date)}
            </Link>
          ),
        },
        {
          title: t('finance.opening'),
          isNumber: true,
          cell: ({ opening_balance: amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        total(t('finance.charged'), 'purchases_successful'),
        total(t('finance.refunded'), 'reversals'),
        total(t('finance.funding'), 'funding'),
        total(t('finance.adjustments'), 'adjustments'),
        {
          title: t('finance.closing'),
          isNumber: true,
          cell: ({ closing_balance: amount, currency }) => <Money amount={amount ?? 0} currency={currency} />,
        },
      ]}
    />
  );
}
