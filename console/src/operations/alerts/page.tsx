import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card, Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useNetworkNames } from '../actors.ts';
import { useStaffApi, useStaffRight } from '../data.ts';
import { Mode } from '../parts.tsx';
import type { StaffAlert, StaffAlertList, StaffGatewayAlertList } from '../types.ts';
import { FirstStep, Place, useMeaning, useTitle } from './words.tsx';

const POLL_MS = 15_000;

/** What is wrong now, the most urgent first, and what to do about it. */
export function AlertsPage() {
  const { t } = useTexts();
  const { data, error } = useStaffApi<StaffAlertList>('/alerts', { everyMs: POLL_MS });
  const of = (severity: StaffAlert['severity']) =>
    data?.data.filter((one) => one.severity === severity) ?? [];
  return (
    <Screen title={t('nav.alerts')}>
      <p className="lead">{t('alerts.lead')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('alerts.none')}>
          <p>{t('alerts.noneHint')}</p>
        </Empty>
      ) : null}
      <Alerts heading={t('alerts.page')} alerts={of('page')} />
      <Alerts heading={t('alerts.ticket')} alerts={of('ticket')} />
      <GatewayAlerts />
    </Screen>
  );
}

function Alerts({ heading, alerts }: { readonly heading: string; readonly alerts: readonly StaffAlert[] }) {
  const { t } = useTexts();
  const meaning = useMeaning();
  const title = useTitle();
  if (alerts.length === 0) return null;
  return (
    <Card title={heading}>
      <ul className="rows" aria-label={heading}>
        {alerts.map((one) => (
          <li key={`${one.name} ${one.subject} ${one.livemode} ${one.detail}`}>
            <div>
              <strong>{title(one)}</strong> {one.livemode === null ? null : <Mode livemode={one.livemode} />}
              <p>{meaning(one)}</p>
              <FirstStep alert={one} />
              <p className="small">
                <code>{one.name}</code>
              </p>
              {one.since === null ? null : (
                <p className="small">
                  {t('operations.since')}: <Time at={one.since} />
                </p>
              )}
            </div>
            <div className="actions">
              <Place alert={one} />
              <Runbook name={one.name} href={one.runbook} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The runbook opens beside the console, so that both can be read together. */
function Runbook({ name, href }: { readonly name: string; readonly href: string }) {
  const { t } = useTexts();
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {t('alerts.runbook', { name })}
    </a>
  );
}

/** The route of a network's own gateway, which a table does not name. */
const MAIN_ROUTE = 'main';

/** Also those of simulators, which page no one. */
function GatewayAlerts() {
  const { t } = useTexts();
  const { number } = useFormat();
  const networkName = useNetworkNames();
  const mayRead = useStaffRight('networks:read');
  const { data } = useStaffApi<StaffGatewayAlertList>('/gateway-alerts', {
    everyMs: POLL_MS,
    enabled: mayRead,
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Card title={t('alerts.gateways')}>
      <DataTable
        caption={t('alerts.gateways')}
        rows={data.data}
        keyOf={({ network_id: network, route, kind, livemode }) => `${network} ${route} ${kind} ${livemode}`}
        columns={[
          {
            title: t('purchase.network'),
            cell: ({ network_id: network, route }) =>
              route === MAIN_ROUTE ? networkName(network) : `${networkName(network)}, ${route}`,
          },
          { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
          { title: t('alerts.kind'), cell: ({ kind }) => kind },
          { title: t('alerts.sent'), cell: ({ detail }) => detail },
          { title: t('alerts.times'), isNumber: true, cell: ({ times }) => number(times) },
          { title: t('alerts.first'), cell: ({ first_at: at }) => <Time at={at} /> },
          { title: t('alerts.last'), cell: ({ last_at: at }) => <Time at={at} /> },
          { title: t('alerts.do'), cell: ({ runbook }) => <Runbook name="GatewayAlert" href={runbook} /> },
        ]}
      />
    </Card>
  );
}
