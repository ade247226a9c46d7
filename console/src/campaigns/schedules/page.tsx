import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type {
  Batch,
  BatchList,
  RecurringBatch,
  RecurringBatchList,
} from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card, Empty, Money, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { Calendar } from './calendar.tsx';
import { ScheduleCommands } from './commands.tsx';
import { entriesByDay } from './entries.ts';
import { localMonth } from './month.ts';
import { RecurringCard } from './recurring.tsx';
import { RepeatForm } from './repeat/form.tsx';
import { readScheduleSearch } from './search.ts';
import '../campaigns.css';

/** How often the schedules are read again, in ms. */
const POLL_MS = 15_000;

/** Campaigns that start later or again and again, and the form for those. */
export function SchedulesPage() {
  const navigate = useNavigate();
  const { repeat, month } = readScheduleSearch(useSearch({ strict: false }));
  const mayRepeat = useRight('recurring-batches:start');
  const [made, setMade] = useState<RecurringBatch | null>(null);
  if (repeat === undefined || !mayRepeat) return <Schedules month={month} made={made} />;
  const show = (recurring: RecurringBatch) => {
    setMade(recurring);
    void navigate({ to: '/campaigns/schedules', search: {}, replace: true });
  };
  return <NewRecurring wanted={repeat === 'new' ? null : repeat} onMade={show} />;
}

function NewRecurring({
  wanted,
  onMade,
}: {
  readonly wanted: string | null;
  readonly onMade: (made: RecurringBatch) => void;
}) {
  const { t } = useTexts();
  // The address keeps its path, so nothing else moves the focus to the new screen.
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }), []);
  return (
    <Screen title={t('repeat.title')}>
      <p>
        <Link to="/campaigns/schedules">{t('repeat.toSchedules')}</Link>
      </p>
      <p>{t('repeat.intro')}</p>
      <RepeatForm key={wanted} wanted={wanted} onMade={onMade} />
    </Screen>
  );
}

/** What was created, and when it runs first. */
function Made({ recurring: { reference: name, next_runs } }: { readonly recurring: RecurringBatch }) {
  const { t } = useTexts();
  const { time } = useFormat();
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const [next] = next_runs;
  return (
    <p className="notice good" role="status" ref={place} tabIndex={-1}>
      {next === undefined ? t('repeat.madePaused', { name }) : t('repeat.made', { name, at: time(next) })}
    </p>
  );
}

/** A month and a list. @param made what was just created */
function Schedules({
  month = localMonth(new Date()),
  made,
}: {
  readonly month: string | undefined;
  readonly made: RecurringBatch | null;
}) {
  const { t } = useTexts();
  const mayRepeat = useRight('recurring-batches:start');
  const scheduled = useApi<BatchList>('/v1/batches', {
    query: { stage: 'scheduled', limit: 100 },
    everyMs: POLL_MS,
  });
  const recurring = useApi<RecurringBatchList>('/v1/recurring-batches', {
    query: { limit: 100 },
    everyMs: POLL_MS,
    enabled: useRight('recurring-batches:read'),
  });
  const error = scheduled.error ?? recurring.error;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const starts = scheduled.data?.data ?? [];
  const again = recurring.data?.data ?? [];
  return (
    <Screen
      title={t('schedules.title')}
      actions={
        mayRepeat ? (
          <Link className="button primary" to="/campaigns/schedules" search={{ repeat: 'new' }}>
            {t('repeat.new')}
          </Link>
        ) : undefined
      }
    >
      <p>
        <Link to="/campaigns">{t('live.toList')}</Link>
      </p>
      {made !== null && again.some(({ id, status }) => id === made.id && status === made.status) ? (
        <Made recurring={made} />
      ) : null}
      <Problem error={error} />
      {scheduled.data === undefined && error === null ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <Calendar month={month} entries={entriesByDay(starts, again)} />
          <p className="hint">{t('schedules.zone', { zone })}</p>
        </>
      )}
      {scheduled.data !== undefined && starts.length + again.length === 0 ? (
        <Empty title={t('schedules.none')}>
          <p>{t('schedules.noneHint')}</p>
        </Empty>
      ) : null}
      {starts.length === 0 ? null : <Starts rows={starts} />}
      {again.map((one) => (
        <RecurringCard key={one.id} recurring={one} />
      ))}
    </Screen>
  );
}

function Starts({ rows }: { readonly rows: readonly Batch[] }) {
  const { t } = useTexts();
  const mayChange = [useRight('batches:start'), useRight('batches:stop')].some(Boolean);
  const inOrder = rows.toSorted((a, b) => ((a.not_before ?? '') < (b.not_before ?? '') ? -1 : 1));
  return (
    <Card title={t('schedules.starts')}>
      {mayChange ? null : <p className="hint">{t('schedules.noRight')}</p>}
      <ul className="rows">
        {inOrder.map((batch) => (
          <li key={batch.id}>
            <span>
              <Link to="/campaigns/$batchId" params={{ batchId: batch.id }}>
                {batch.reference}
              </Link>{' '}
              <Time at={batch.not_before} /> · <Money {...(batch.approved_cost ?? batch.cost)} />
            </span>
            <div className="actions">
              <ScheduleCommands batch={batch} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
