import { Link, useSearch } from '@tanstack/react-router';
import type { Batch, BatchList, RecurringBatchList } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Card, Empty, Money, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { Calendar } from './calendar.tsx';
import { ScheduleCommands } from './commands.tsx';
import { entriesByDay } from './entries.ts';
import { localMonth } from './month.ts';
import { RecurringCard } from './recurring.tsx';
import { readMonthSearch } from './search.ts';
import '../campaigns.css';

/** How often the schedules are read again, in ms. */
const POLL_MS = 15_000;

/** Campaigns that start later or again and again, as a month and as a list. */
export function SchedulesPage() {
  const { t } = useTexts();
  const { month = localMonth(new Date()) } = readMonthSearch(useSearch({ strict: false }));
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
    <Screen title={t('schedules.title')}>
      <p>
        <Link to="/campaigns">{t('live.toList')}</Link>
      </p>
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
  const inOrder = rows.toSorted((a, b) => ((a.not_before ?? '') < (b.not_before ?? '') ? -1 : 1));
  return (
    <Card title={t('schedules.starts')}>
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
