import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Balance, Statement } from '../../../clients/typescript/src/types.ts';
import { download, Failure } from '../app/api.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useAccount, useRight } from '../app/session.tsx';
import { BalanceCard } from '../home/page.tsx';
import { useFormat } from '../ui/format.ts';
import { Button } from '../ui/inputs.tsx';
import { Badge, Card, Empty, Problem, Screen, Skeleton } from '../ui/parts.tsx';
import { useTask } from '../ui/task.ts';
import { neighbour, utcDay } from './day.ts';
import { Equation } from './equation.tsx';
import { Lines } from './lines.tsx';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The balance, and the statement of a day with the equation that shows that it adds up. Without a day it is yesterday. */
export function FinancePage() {
  const { t } = useTexts();
  const { day = utcDay(-1) } = useSearch({ strict: false });
  return (
    <Screen title={t('finance.title')}>
      <BalanceCard title={t('home.balance')} />
      <DayPicker day={day} />
      <Day day={day} key={day} />
    </Screen>
  );
}

function DayPicker({ day }: { readonly day: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const today = utcDay();
  return (
    <nav className="actions day-picker" aria-label={t('finance.days')}>
      <Link to="/statements" search={{ day: neighbour(day, -1) }}>
        {t('finance.before')}
      </Link>
      <label>
        {t('finance.day')}{' '}
        <input
          type="date"
          value={day}
          max={today}
          onChange={({ target }) => {
            if (target.value !== '') void navigate({ to: '/statements', search: { day: target.value } });
          }}
        />
      </label>
      {day < today ? (
        <Link to="/statements" search={{ day: neighbour(day, 1) }}>
          {t('finance.after')}
        </Link>
      ) : null}
      <span className="hint">{t('finance.utc')}</span>
    </nav>
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
        <Equation statement={data} balance={balance.data ?? null} />
        <Downloads day={day} />
      </Card>
      <Card title={t('finance.lines')}>
        <Lines day={day} />
      </Card>
    </>
  );
}

/** Files of the day's lines. They contain phone numbers, so they need another right. */
function Downloads({ day }: { readonly day: string }) {
  const { t } = useTexts();
  const { id } = useAccount();
  const task = useTask();
  const path = `/v1/statements/${day}/lines`;
  if (!useRight('numbers:read')) return <p className="hint">{t('finance.noDownload')}</p>;
  return (
    <>
      <Problem error={task.error} />
      <div className="actions">
        <Button
          isPending={task.isRunning}
          onPress={() => void task.run(() => download(id, path, { accept: XLSX }))}
        >
          {t('finance.excel')}
        </Button>
        <Button
          isPending={task.isRunning}
          onPress={() =>
            void task.run(() =>
              download(id, path, { accept: 'text/csv', query: { amounts: 'major', bom: true } }),
            )
          }
        >
          {t('finance.csv')}
        </Button>
      </div>
    </>
  );
}
