import { useTexts } from '../../app/i18n.tsx';
import type { TextKey } from '../../app/texts.ts';
import { useFormat } from '../../ui/format.ts';
import { Badge, Card, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useActors, useNetworkNames } from '../actors.ts';
import { PurchaseLink } from '../links.tsx';
import { Mode } from '../parts.tsx';
import type { StaffReconciliationFinding, StaffReconciliationRequest } from '../types.ts';

/** What the staff requested last, and how far it is. */
export function Requested({ requests }: { readonly requests: readonly StaffReconciliationRequest[] }) {
  const { t } = useTexts();
  const { day } = useFormat();
  const actor = useActors();
  const networkName = useNetworkNames();
  if (requests.length === 0) return null;
  return (
    <Card title={t('reconciliations.requested')}>
      <DataTable
        caption={t('reconciliations.requested')}
        rows={requests}
        keyOf={({ id }) => id}
        columns={[
          { title: t('reconciliations.day'), cell: ({ date }) => day(date) },
          { title: t('purchase.network'), cell: ({ network_id: network }) => networkName(network) },
          { title: t('operations.gateway'), cell: ({ route }) => route },
          { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
          { title: t('purchases.status'), cell: (request) => <State request={request} /> },
          { title: t('operations.when'), cell: ({ requested_at: at }) => <Time at={at} /> },
          { title: t('operations.who'), cell: ({ person_id: id }) => actor.whole('staff', id) },
          { title: t('operations.reason'), cell: ({ reason }) => reason },
        ]}
      />
    </Card>
  );
}

function State({ request }: { readonly request: StaffReconciliationRequest }) {
  const { t } = useTexts();
  const { status, attempts, result, failure } = request;
  if (failure !== null)
    return (
      <>
        <Badge tone="bad">{t('operations.failed')}</Badge> <Why failure={failure} />
      </>
    );
  if (result !== null) return <Found result={result} attempts={attempts} />;
  if (status === 'running') return <Badge tone="busy">{t('reconciliations.running')}</Badge>;
  return (
    <>
      <Badge tone="quiet">{t('reconciliations.waiting')}</Badge> {t('reconciliations.waitingHint')}
    </>
  );
}

const FAILURES = {
  no_gateway: 'reconciliations.noGateway',
  no_list: 'reconciliations.noList',
  unavailable: 'reconciliations.unavailable',
  interrupted: 'reconciliations.interrupted',
  internal: 'reconciliations.internal',
} as const satisfies Readonly<Record<NonNullable<StaffReconciliationRequest['failure']>['code'], TextKey>>;

function Why({
  failure: { code, detail },
}: {
  readonly failure: NonNullable<StaffReconciliationRequest['failure']>;
}) {
  const { t } = useTexts();
  return <>{t(FAILURES[code], { detail: detail ?? '–' })}</>;
}

function Found({
  result: { sent, listed, findings, first_findings: shown },
  attempts,
}: {
  readonly result: NonNullable<StaffReconciliationRequest['result']>;
  readonly attempts: number;
}) {
  const { t } = useTexts();
  const counts = t('reconciliations.counts', { sent, listed });
  if (findings === 0)
    return (
      <>
        <Badge tone="good">{t('reconciliations.agree')}</Badge> {counts}
        {attempts > 1 ? ` ${t('reconciliations.restarted')}` : null}
      </>
    );
  return (
    <>
      <Badge tone="warn">{t('reconciliations.differ', { count: findings })}</Badge> {counts}
      {attempts > 1 ? ` ${t('reconciliations.restarted')}` : null}
      <details>
        <summary>{t('reconciliations.show', { count: shown.length })}</summary>
        <ul>
          {shown.map((finding) => (
            <li key={`${finding.subject} ${finding.kind}`}>
              <OneFinding finding={finding} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

const KINDS: Readonly<Record<string, TextKey>> = {
  settled_successful: 'reconciliations.kind.settled_successful',
  settled_failed: 'reconciliations.kind.settled_failed',
  settled_reversed: 'reconciliations.kind.settled_reversed',
  late_delivery: 'reconciliations.kind.late_delivery',
  late_delivery_taken_back: 'reconciliations.kind.late_delivery_taken_back',
  denied: 'reconciliations.kind.denied',
  unknown_to_carrier: 'reconciliations.kind.unknown_to_carrier',
  reference_shared: 'reconciliations.kind.reference_shared',
  delivered_twice: 'reconciliations.kind.delivered_twice',
  other_cost: 'reconciliations.kind.other_cost',
  not_ours: 'reconciliations.kind.not_ours',
  unclear: 'reconciliations.kind.unclear',
};

/** An order that is not ours has no page. */
function OneFinding({
  finding: { subject, kind, detail },
}: {
  readonly finding: StaffReconciliationFinding;
}) {
  const { t } = useTexts();
  const meaning = KINDS[kind];
  return (
    <>
      {meaning === undefined ? kind : t(meaning)}{' '}
      {kind === 'not_ours' ? <code>{subject}</code> : <PurchaseLink id={subject} />}{' '}
      <span className="small" lang="en">
        {detail}
      </span>
    </>
  );
}
