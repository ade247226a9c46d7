import { Link } from '@tanstack/react-router';
import type { WebhookEndpoint } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { EndpointBadge } from './words.tsx';

/** The webhook endpoints of the account; there are ten at most. */
export function WebhooksPage() {
  const { t } = useTexts();
  const mayChange = useRight('webhooks:write');
  const { data, error } = useAll<WebhookEndpoint>('/v1/webhook-endpoints');
  const create = mayChange ? (
    <Link className="button primary" to="/developers/webhooks/new">
      {t('webhooks.create')}
    </Link>
  ) : null;
  return (
    <Screen title={t('webhooks.title')} actions={create}>
      <p className="lead">{t('webhooks.lead')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data?.length === 0 ? (
        <Empty title={t('webhooks.none')}>
          <p>{t('webhooks.noneHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <DataTable
          caption={t('webhooks.title')}
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t('webhooks.url'),
              cell: ({ id, url }) => (
                <Link to="/developers/webhooks/$endpointId" params={{ endpointId: id }}>
                  {url}
                </Link>
              ),
            },
            { title: t('webhooks.state'), cell: (endpoint) => <EndpointBadge endpoint={endpoint} /> },
            { title: t('webhooks.events'), cell: ({ event_types: types }) => types.join(', ') },
            { title: t('webhooks.note'), cell: ({ description }) => description },
            { title: t('webhooks.changed'), cell: ({ updated_at: at }) => <Time at={at} /> },
          ]}
        />
      )}
    </Screen>
  );
}
