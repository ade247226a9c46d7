import { Link, useParams } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Badge, Card, Empty, Fact, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useStaffApi } from '../data.ts';
import type { StaffNetwork, StaffNetworkList, StaffNetworkMinute, StaffNetworkMinuteList } from '../types.ts';
import { HealthCharts } from './charts.tsx';
import { Override } from './override.tsx';
import { TONES } from './tones.ts';

const POLL_MS = 30_000;

/** One network: its status, which operators may set, and its calls in the last hour. */
export function NetworkPage() {
  const { t } = useTexts();
  const { networkId = '' } = useParams({ strict: false });
  const { data: networks } = useStaffApi<StaffNetworkList>('/networks', { everyMs: POLL_MS });
  const { data, error } = useStaffApi<StaffNetworkMinuteList>(
    `/networks/${encodeURIComponent(networkId)}/minutes`,
    { everyMs: POLL_MS },
  );
  const network = networks?.data.find(({ id }) => id === networkId);
  return (
    <Screen title={t('operations.networkTitle', { network: networkId })}>
      <p>
        <Link to="/operations">{t('operations.backToOverview')}</Link>
      </p>
      {network === undefined ? null : <Status network={network} />}
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? <Empty title={t('operations.noCalls')} /> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <>
          <HealthCharts minutes={data.data} />
          <Minutes minutes={data.data} />
        </>
      )}
    </Screen>
  );
}

function Status({ network }: { readonly network: StaffNetwork }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { status, status_message: message, wallet } = network;
  return (
    <Card title={network.name}>
      <dl className="facts">
        <Fact name={t('purchases.status')}>
          <Badge tone={TONES[status]}>{t(`network.${status}`)}</Badge>
        </Fact>
        <Fact name={t('operations.since')}>
          <Time at={network.status_updated_at} />
        </Fact>
        <Fact name={t('operations.why')}>
          {[network.cause, message].filter((part) => part !== null && part !== 'none').join(' · ') || '–'}
        </Fact>
        <Fact name={t('operations.queue')}>{number(network.waiting)}</Fact>
        <Fact name={t('operations.inFlight')}>
          {`${number(network.in_flight)} / ${number(network.in_flight_max)}`}
        </Fact>
        <Fact name={t('operations.wallet')}>
          {wallet === null ? '–' : `${wallet.available} ${wallet.currency}`}
        </Fact>
      </dl>
      <Override network={network} />
    </Card>
  );
}

function Minutes({ minutes }: { readonly minutes: readonly StaffNetworkMinute[] }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <DataTable
      caption={t('operations.minutes')}
      rows={minutes.toReversed()}
      keyOf={({ at }) => at}
      columns={[
        { title: t('operations.minute'), cell: ({ at }) => <Time at={at} /> },
        { title: t('network.calls'), isNumber: true, cell: ({ calls }) => number(calls) },
        { title: t('operations.failed'), isNumber: true, cell: ({ troubles }) => number(troubles) },
        { title: t('operations.slow'), isNumber: true, cell: ({ slow }) => number(slow) },
        {
          title: t('operations.mean'),
          isNumber: true,
          cell: ({ mean_ms: ms }) => t('operations.ms', { ms: number(ms) }),
        },
      ]}
    />
  );
}
