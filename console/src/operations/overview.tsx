import { Link } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { useFormat } from '../ui/format.ts';
import { Badge, Card, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { AlertNotice } from './alerts/notice.tsx';
import { useStaffTexts } from './api-texts.ts';
import { useStaffApi } from './data.ts';
import { NetworkLink } from './links.tsx';
import { TONES } from './networks/tones.ts';
import { SearchField } from './parts.tsx';
import { olderThan, STUCK_AFTER } from './stuck/search.ts';
import type {
  StaffApprovalList,
  StaffFailingEndpointList,
  StaffNetworkList,
  StaffStuckList,
} from './types.ts';
import { FailingEndpoints } from './webhooks/table.tsx';

/** How often the overview is read again, in ms. */
const POLL_MS = 15_000;

/** What needs someone now: networks, stuck purchases, endpoints that fail, approvals. */
export function OverviewPage() {
  const { t } = useTexts();
  return (
    <Screen title={t('operations.title')}>
      <AlertNotice />
      <SearchField />
      <Waiting />
      <Stuck />
      <Networks />
      <Endpoints />
    </Screen>
  );
}

/** Approvals come first: a colleague waits. */
function Waiting() {
  const { t } = useTexts();
  const { data } = useStaffApi<StaffApprovalList>('/approvals', { query: { limit: 100 }, everyMs: POLL_MS });
  const count = data?.data.filter(({ status }) => status === 'requested').length ?? 0;
  if (count === 0) return null;
  return (
    <div className="notice warn">
      <p>
        {t('operations.waiting', { count })} <Link to="/operations/approvals">{t('nav.approvals')}</Link>
      </p>
    </div>
  );
}

function Stuck() {
  const { t } = useTexts();
  const { number } = useFormat();
  const { data, error } = useStaffApi<StaffStuckList>('/purchases/stuck', {
    query: { ...olderThan(), limit: 100 },
    everyMs: POLL_MS,
  });
  return (
    <Card title={t('operations.stuck')}>
      <p className="hint">{t('operations.stuckLead', { count: STUCK_AFTER })}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={2} /> : null}
      {data?.causes.length === 0 ? <p>{t('operations.nothingStuck')}</p> : null}
      {data === undefined || data.causes.length === 0 ? null : (
        <DataTable
          caption={t('operations.stuck')}
          rows={data.causes}
          keyOf={({ cause }) => cause}
          columns={[
            {
              title: t('operations.cause'),
              cell: ({ cause }) => (
                <Link to="/operations/stuck" search={{ cause }}>
                  {cause}
                </Link>
              ),
            },
            { title: t('operations.count'), isNumber: true, cell: ({ count }) => number(count) },
          ]}
        />
      )}
      {data?.has_more === true ? <p className="hint">{t('operations.moreStuck')}</p> : null}
    </Card>
  );
}

function Networks() {
  const { t } = useTexts();
  const { number, decimal } = useFormat();
  const { network: whyOf } = useStaffTexts();
  const { data, error } = useStaffApi<StaffNetworkList>('/networks', { everyMs: POLL_MS });
  return (
    <Card title={t('operations.networks')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data === undefined ? null : (
        <DataTable
          caption={t('operations.networks')}
          rows={data.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t('purchase.network'),
              cell: ({ id, name }) => <NetworkLink id={id} name={name} />,
            },
            {
              title: t('purchases.status'),
              cell: ({ status }) => <Badge tone={TONES[status]}>{t(`network.${status}`)}</Badge>,
            },
            {
              title: t('operations.why'),
              cell: (network) =>
                [
                  network.override === null ? null : t('operations.override'),
                  network.cause === 'none' ? null : network.cause,
                  whyOf(network),
                ]
                  .filter((part) => part !== null)
                  .join(' · ') || '–',
            },
            { title: t('operations.since'), cell: ({ status_updated_at: at }) => <Time at={at} /> },
            {
              title: t('operations.calls'),
              isNumber: true,
              cell: ({ calls, troubles }) =>
                t('operations.callsFailed', { calls: number(calls), failed: number(troubles) }),
            },
            { title: t('operations.queue'), isNumber: true, cell: ({ waiting }) => number(waiting) },
            {
              title: t('operations.inFlight'),
              isNumber: true,
              cell: ({ in_flight: now, in_flight_max: most }) => `${number(now)} / ${number(most)}`,
            },
            {
              title: t('operations.wallet'),
              isNumber: true,
              cell: ({ wallet }) =>
                wallet === null ? '–' : `${decimal(wallet.available)} ${wallet.currency}`,
            },
          ]}
        />
      )}
    </Card>
  );
}

function Endpoints() {
  const { t } = useTexts();
  const { data, error } = useStaffApi<StaffFailingEndpointList>('/webhook-endpoints/failing', {
    query: { limit: 25 },
    everyMs: POLL_MS,
  });
  return (
    <Card title={t('operations.endpoints')}>
      <Problem error={error} />
      {data?.data.length === 0 ? <p>{t('operations.noEndpoints')}</p> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <>
          <FailingEndpoints endpoints={data.data} />
          <p>
            <Link to="/operations/webhooks">{t('nav.failingWebhooks')}</Link>
          </p>
        </>
      )}
    </Card>
  );
}
