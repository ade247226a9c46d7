import { Link, useSearch } from '@tanstack/react-router';
import type { WebhookEndpointAttemptList } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { useFormat } from '../../ui/format.ts';
import { Pager } from '../../ui/pager.tsx';
import { Card, Empty, Problem, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { AttemptBadge, AttemptReason } from './words.tsx';

/** The requests that were sent to an endpoint, newest first. */
export function Attempts({ endpointId }: { readonly endpointId: string }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { cursor } = useSearch({ strict: false });
  const canOpen = useRight('events:read');
  const { data, error } = useApi<WebhookEndpointAttemptList>(`/v1/webhook-endpoints/${endpointId}/attempts`, {
    query: { limit: 25, cursor },
    everyMs: 10_000,
  });
  return (
    <Card title={t('webhooks.attempts')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data?.data.length === 0 ? <Empty title={t('webhooks.noAttempts')} /> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <DataTable
          caption={t('webhooks.attempts')}
          rows={data.data}
          keyOf={({ event_id: id, started_at: at, number: nth }) => `${id} ${at} ${nth}`}
          columns={[
            { title: t('webhooks.started'), cell: ({ started_at: at }) => <Time at={at} /> },
            {
              title: t('webhooks.outcome'),
              cell: (attempt) => (
                <>
                  <AttemptBadge attempt={attempt} />
                  <AttemptReason attempt={attempt} />
                </>
              ),
            },
            {
              title: t('webhooks.event'),
              cell: ({ event_id: id, event_type: type }) =>
                canOpen ? (
                  <Link to="/developers/events/$eventId" params={{ eventId: id }}>
                    {type}
                  </Link>
                ) : (
                  type
                ),
            },
            {
              title: t('webhooks.kind'),
              cell: ({ number: nth }) =>
                nth === null ? t('webhooks.resent') : t('webhooks.nth', { number: nth }),
            },
            {
              title: t('webhooks.duration'),
              isNumber: true,
              cell: ({ duration_ms: ms }) => (ms === null ? '' : `${number(ms)} ms`),
            },
          ]}
        />
      )}
      <Pager next={data?.next_cursor ?? null} />
    </Card>
  );
}
