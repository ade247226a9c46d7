import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { useStaffApi, useStaffRight } from '../data.ts';
import type { StaffFailingEndpointList } from '../types.ts';
import { Resend, type Resent } from './resend.tsx';
import { FailingEndpoints } from './table.tsx';

/** How often the list is read again, in ms. */
const POLL_MS = 15_000;
const PAGE = 50;

/** Webhook endpoints of all clients that fail, whose undelivered events can be sent again. */
export function WebhooksPage() {
  const { t } = useTexts();
  const mayResend = useStaffRight('events:resend');
  const { cursor } = useSearch({ strict: false });
  const [resent, setResent] = useState<Resent | null>(null);
  const { data, error } = useStaffApi<StaffFailingEndpointList>('/webhook-endpoints/failing', {
    query: { cursor, limit: PAGE },
    everyMs: POLL_MS,
  });
  const more = {
    title: t('webhooksFailing.events'),
    cell: (endpoint: StaffFailingEndpointList['data'][number]) => (
      <Resend endpoint={endpoint} onResent={setResent} />
    ),
  };
  return (
    <Screen title={t('nav.failingWebhooks')}>
      <p className="lead">{t('webhooksFailing.lead')}</p>
      <Problem error={error} />
      {resent === null ? null : <ResentNotice resent={resent} />}
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('operations.noEndpoints')}>
          <p>{t('webhooksFailing.noneHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : (
        <FailingEndpoints endpoints={data.data} more={mayResend ? [more] : []} />
      )}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

/** Says how many events are sent again, and whether some are left. */
function ResentNotice({ resent: { queued, url, hasMore } }: { readonly resent: Resent }) {
  const { t } = useTexts();
  return (
    <div className={`notice ${hasMore ? 'warn' : 'good'}`} role="status">
      <p>
        {t('webhooksFailing.queued', { count: queued, url })} {hasMore ? t('webhooksFailing.left') : null}
      </p>
    </div>
  );
}
