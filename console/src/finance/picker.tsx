import { Link, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { DayField } from '../ui/day-field.tsx';
import { neighbour, utcDay } from './day.ts';
import type { Period } from './period.ts';

/** A screen whose address has a period. */
type PeriodPath = '/statements' | '/statements/cost-centres';

/** Chooses a day, a month or a range of days. */
export function PeriodPicker({
  period,
  path = '/statements',
}: {
  readonly period: Period;
  readonly path?: PeriodPath;
}) {
  const { t } = useTexts();
  const last = period.kind === 'day' ? period.day : period.to;
  const month = last.slice(0, 7);
  const kinds = [
    ['day', { day: last > utcDay() ? utcDay() : last }, 'finance.day'],
    ['month', { month }, 'finance.month'],
    ['range', { from: neighbour(last, -6), to: last }, 'finance.range'],
  ] as const;
  return (
    <nav className="actions day-picker" aria-label={t('finance.days')}>
      {kinds.map(([kind, search, text]) => (
        <Link
          key={kind}
          to={path}
          search={search}
          className={kind === period.kind ? 'button primary' : 'button'}
          aria-current={kind === period.kind ? 'true' : undefined}
        >
          {t(text)}
        </Link>
      ))}
      <Fields period={period} path={path} />
      <span className="hint">{t('finance.utc')}</span>
    </nav>
  );
}

function Fields({ period, path }: { readonly period: Period; readonly path: PeriodPath }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const today = utcDay();
  switch (period.kind) {
    case 'day':
      return (
        <>
          <Link to={path} search={{ day: neighbour(period.day, -1) }}>
            {t('finance.before')}
          </Link>
          <DayField
            label={t('finance.day')}
            day={period.day}
            max={today}
            onChange={(day) => void navigate({ to: path, search: { day } })}
          />
          {period.day < today ? (
            <Link to={path} search={{ day: neighbour(period.day, 1) }}>
              {t('finance.after')}
            </Link>
          ) : null}
        </>
      );
    case 'month':
      return (
        <label>
          {t('finance.month')}{' '}
          <input
            type="month"
            value={period.month}
            max={today.slice(0, 7)}
            onChange={({ target }) => {
              if (target.value !== '') void navigate({ to: path, search: { month: target.value } });
            }}
          />
        </label>
      );
    case 'range': {
      const { from, to } = period;
      const change = (search: { readonly from: string; readonly to: string }) =>
        void navigate({ to: path, search });
      return (
        <>
          <DayField
            label={t('finance.from')}
            day={from}
            max={today}
            onChange={(day) => change({ from: day, to })}
          />
          <DayField
            label={t('finance.to')}
            day={to}
            max={today}
            onChange={(day) => change({ from, to: day })}
          />
        </>
      );
    }
  }
}
