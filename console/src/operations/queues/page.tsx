import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Card, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { useStaffApi } from '../data.ts';
import type { StaffQueuedEndpointList, StaffQueueList } from '../types.ts';
import { QueuedEndpoints } from './endpoints.tsx';
import { QueueTable } from './table.tsx';

/** How often the queues are read again, in ms. */
const POLL_MS = 30_000;
const PAGE = 25;

/** What workers must still do: the queues of networks, of webhooks and of mails, and the endpoints for which attempts wait. */
export function QueuesPage() {
  const { t } = useTexts();
  const { data, error } = useStaffApi<StaffQueueList>('/queues', { everyMs: POLL_MS });
  return (
    <Screen title={t('nav.queues')}>
      <p className="lead">{t('queues.lead')}</p>
      <Card title={t('queues.outbox')}>
        <Problem error={error} />
        {data === undefined && error === null ? <Skeleton lines={8} /> : null}
        {data === undefined ? null : <QueueTable queues={data.data} />}
      </Card>
      <Endpoints />
    </Screen>
  );
}

function Endpoints() {
  const { t } = useTexts();
  const { cursor } = useSearch({ strict: false });
  const { data, error } = useStaffApi<StaffQueuedEndpointList>('/queues/webhook-endpoints', {
    query: { cursor, limit: PAGE },
    everyMs: POLL_MS,
  });
  return (
    <Card title={t('queues.endpoints')}>
      <p>{t('queues.endpointsHint')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data?.data.length === 0 ? <p>{t('queues.noEndpoints')}</p> : null}
      {data === undefined || data.data.length === 0 ? null : <QueuedEndpoints endpoints={data.data} />}
      <Pager next={data?.next_cursor ?? null} />
    </Card>
  );
}
