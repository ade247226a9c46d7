import { Link, useSearch } from '@tanstack/react-router';
import type { Balance, Statement } from '../../../clients/typescript/src/types.ts';
import { Failure } from '../app/api.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useAccount, useRight } from '../app/session.tsx';
import { BalanceCard } from '../home/page.tsx';
import { useFormat } from '../ui/format.ts';
import { Badge, Card, Empty, Problem, Screen, Skeleton } from '../ui/parts.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { booksOfDay } from './books.ts';
import { utcDay } from './day.ts';
import { Days } from './days.tsx';
import { LineDownloads } from './downloads.tsx';
import { Equation } from './equation.tsx';
import { Lines } from './lines.tsx';
import { periodOf } from './period.ts';
import { PeriodPicker } from './picker.tsx';
import { PrintButton } from './print.tsx';
import { FinanceTabs } from './tabs.tsx';

/** The balance, now and over time, and the statement of a day, month or range with the equation that shows that it adds up. */
export function FinancePage() {
  const { t } = useTexts();
  const search = useSearch({ strict: false });
  const { name, organisation } = useAccount();
  const period = periodOf(search);
  return (
    <Screen title={t('finance.title')}>
      <p className="print-only">{`${organisation.name} · ${name}`}</p>
      <FinanceTabs />
      {useRight('balance:read') ? <BalanceCard title={t('home.balance')} /> : null}
      <PeriodPicker period={period} />
      {period.kind === 'day' ? (
        <Day day={period.day} key={period.day} />
      ) : (
        <Days period={period} pinned={search.last} key={`${period.from} ${period.to}`} />
      )}
      <BalanceChart />
    </Screen>
  );
}

function Day({ day }: { readonly day: string }) {
  const { t } = useTexts();
  const { day: named } = useFormat();
  const isToday = day === utcDay();
  const { data, error } = useApi<Statement>(`/v1/statements/${day}`, { everyMs: isToday ? 30_000 : false });
  const balance = useApi<Balance>('/v1/balance', { enabled: data?.status === 'open' });
  if (error instanceof Failure && error.status === 404) {
    return (
      <Empty title={t('finance.noStatement')}>
        <p>{t('finance.noStatementHint')}</p>
        {isToday ? null : (
          <Link to="/statements" search={{ day: utcDay() }}>
            {t('finance.showToday')}
          </Link>
        )}
      </Empty>
    );
  }
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Skeleton lines={8} />;
  return (
    <>
      <Card title={t('finance.statementOf', { day: named(day) })}>
        <p>
          {data.status === 'closed' ? (
            <Badge tone="good">{t('finance.closed')}</Badge>
          ) : (
            <Badge tone="busy">{t('finance.open')}</Badge>
          )}{' '}
          {t(data.status === 'closed' ? 'finance.closedHint' : 'finance.openHint')}
        </p>
        <Equation books={booksOfDay(data)} balance={balance.data ?? null} />
        <LineDownloads day={day} />
        <div className="actions">
          <PrintButton />
        </div>
      </Card>
      <Card title={t('finance.lines')}>
        <Lines from={day} to={day} address={{ day }} />
      </Card>
    </>
  );
}
