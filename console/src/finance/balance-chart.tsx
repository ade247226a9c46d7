import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import type { Statement } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import { useFormat } from '../ui/format.ts';
import { Choice } from '../ui/inputs.tsx';
import { Card, Empty, Money, Problem, Skeleton } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { useClosedDays } from './closed-days.ts';
import { neighbour, utcDay } from './day.ts';
import { SPANS } from './period.ts';

const LineChart = lazy(() =>
  import('../ui/charts/line-chart.tsx').then(({ LineChart: each }) => ({ default: each })),
);

/** The balance at the end of each closed day, as a line and as a table. */
export function BalanceChart() {
  const { t } = useTexts();
  const { span = 30 } = useSearch({ strict: false });
  const navigate = useNavigate();
  const yesterday = utcDay(-1);
  const { data, error } = useClosedDays(neighbour(yesterday, 1 - span), yesterday);
  return (
    <Card title={t('finance.overTime')}>
      <div className="no-print">
        <Choice
          label={t('finance.span')}
          value={String(span)}
          options={SPANS.map((days) => [String(days), t('finance.spanDays', { days })])}
          onChange={(value) => {
            const chosen = SPANS.find((days) => String(days) === value);
            // Other parts of the address stay.
            if (chosen !== undefined) void navigate({ to: '.', search: (old) => ({ ...old, span: chosen }) });
          }}
        />
      </div>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={8} /> : null}
      {data === undefined ? null : <Shown days={data} />}
    </Card>
  );
}

function toPoints(days: readonly Statement[]) {
  return days.flatMap(({ date, closing_balance: closing }) =>
    closing === null ? [] : [{ at: Date.parse(`${date}T00:00:00Z`) / 1_000, value: closing }],
  );
}

function Shown({ days }: { readonly days: readonly Statement[] }) {
  const { t } = useTexts();
  const { money, day, shortDay } = useFormat();
  const currency = days[0]?.currency ?? '';
  const points = useMemo(() => toPoints(days), [days]);
  const format = useCallback((amount: number) => money({ amount, currency }), [money, currency]);
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return <Empty title={t('finance.noClosedDay')} />;
  const label = t('finance.chartLabel', {
    from: day(first.date),
    to: day(last.date),
    first: money({ amount: first.opening_balance, currency }),
    last: money({ amount: last.closing_balance ?? 0, currency }),
  });
  return (
    <>
      <Suspense fallback={<Skeleton lines={8} />}>
        <LineChart points={points} label={label} format={format} formatDay={shortDay} />
      </Suspense>
      <details>
        <summary>{t('finance.asTable')}</summary>
        <DataTable
          caption={t('finance.overTime')}
          rows={days.toReversed()}
          keyOf={({ date }) => date}
          columns={[
            { title: t('finance.day'), cell: ({ date }) => day(date) },
            {
              title: t('finance.closing'),
              isNumber: true,
              cell: ({ closing_balance: amount }) => <Money amount={amount ?? 0} currency={currency} />,
            },
          ]}
        />
      </details>
    </>
  );
}
