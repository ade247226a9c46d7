import { Link } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { localDay } from '../../app/local-time.ts';
import { useFormat } from '../../ui/format.ts';
import type { Entry } from './entries.ts';
import { type Day, monthBeside, weeksOf } from './month.ts';

/** What a sign in the calendar means, beside its word. */
const SIGNS: Readonly<Record<Entry['kind'], string>> = { start: '▶', next: '↻', started: '✓', skipped: '✕' };

/** A month as a table, with what starts on each day. @param month YYYY-MM */
export function Calendar({
  month,
  entries,
}: {
  readonly month: string;
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
}) {
  const { t } = useTexts();
  const { monthName, weekdays } = useFormat();
  return (
    <>
      <nav className="actions day-picker" aria-label={t('schedules.months')}>
        <Link to="/campaigns/schedules" search={{ month: monthBeside(month, -1) }}>
          {t('schedules.before')}
        </Link>
        <strong aria-live="polite">{monthName(month)}</strong>
        <Link to="/campaigns/schedules" search={{ month: monthBeside(month, 1) }}>
          {t('schedules.after')}
        </Link>
        <Link to="/campaigns/schedules" search={{}}>
          {t('schedules.today')}
        </Link>
      </nav>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="table-frame" tabIndex={0} aria-label={monthName(month)}>
        <table className="calendar">
          <caption className="hidden">{monthName(month)}</caption>
          <thead>
            <tr>
              {weekdays.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week[0]?.date}>
                {week.map((day) => (
                  <DayCell key={day.date} day={day} entries={entries.get(day.date) ?? []} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function DayCell({ day, entries }: { readonly day: Day; readonly entries: readonly Entry[] }) {
  const { t } = useTexts();
  const { clock } = useFormat();
  const isToday = day.date === localDay(new Date());
  return (
    <td className={day.isOfMonth ? undefined : 'beside'} aria-current={isToday ? 'date' : undefined}>
      <span className="day">{isToday ? t('schedules.todayIs', { day: day.number }) : day.number}</span>
      {entries.length === 0 ? null : (
        <ul>
          {entries.map(({ key, at, name, kind, batchId }) => (
            <li key={key}>
              <Link to="/campaigns/$batchId" params={{ batchId }} title={t(`schedules.kind.${kind}`)}>
                <span aria-hidden="true">{SIGNS[kind]}</span>{' '}
                <span className="hidden">{t(`schedules.kind.${kind}`)} </span>
                {clock(at)} {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}
