import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Badge, Card, Empty, Fact, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { useStaffTexts } from '../api-texts.ts';
import { useStaffApi, useStaffRight } from '../data.ts';
import type { StaffNetwork, StaffNetworkList, StaffNetworkMinuteList } from '../types.ts';
import { HealthCharts } from './charts.tsx';
import { Intervals } from './intervals.tsx';
import { Override } from './override.tsx';
import { RangeChoice } from './range.tsx';
import { TONES } from './tones.ts';
import { Troubles } from './troubles.tsx';

const POLL_MS = 30_000;

/** One network: its status, which operators may set, and its calls in the last hour, day or week. */
export function NetworkPage() {
  const { t } = useTexts();
  const { networkId = '' } = useParams({ strict: false });
  const { range = 'hour' } = useSearch({ strict: false });
  const mayReadPurchases = useStaffRight('purchases:read');
  const { data: networks } = useStaffApi<StaffNetworkList>('/networks', { everyMs: POLL_MS });
  const { data, error } = useStaffApi<StaffNetworkMinuteList>(
    `/networks/${encodeURIComponent(networkId)}/minutes`,
    { query: { range }, everyMs: POLL_MS },
  );
  const network = networks?.data.find(({ id }) => id === networkId);
  return (
    <Screen title={t('operations.networkTitle', { network: network?.name ?? networkId })}>
      <p>
        <Link to="/operations">{t('operations.backToOverview')}</Link>
      </p>
      {network === undefined ? null : <Status network={network} />}
      <RangeChoice range={range} />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? <Empty title={t(`network.noCalls.${range}`)} /> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <>
          <HealthCharts range={range} minutes={data.data} />
          <Intervals range={range} intervals={data.data} />
        </>
      )}
      {mayReadPurchases ? <Troubles networkId={networkId} /> : null}
    </Screen>
  );
}

function Status({ network }: { readonly network: StaffNetwork }) {
  const { t } = useTexts();
  const { number, decimal } = useFormat();
  const message = useStaffTexts().network(network);
  const { status, wallet } = network;
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
          {wallet === null ? '–' : `${decimal(wallet.available)} ${wallet.currency}`}
        </Fact>
      </dl>
      <Override network={network} />
    </Card>
  );
}
