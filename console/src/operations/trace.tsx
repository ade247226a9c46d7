import { Link, useParams } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { Card, Fact, Money, PhoneNumber, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { Actions } from './actions.tsx';
import { useNetworkNames } from './actors.ts';
import { useStaffTexts } from './api-texts.ts';
import { useStaffApi } from './data.ts';
import { Inquiries } from './inquiries.tsx';
import { RecordLate } from './late/record.tsx';
import { Mode, Status } from './parts.tsx';
import { Records } from './records.tsx';
import { Requery } from './requery.tsx';
import { Resolve } from './resolve.tsx';
import { SettledByHand } from './settled.tsx';
import type { StaffTrace } from './types.ts';
import { WorkflowLink } from './workflow-link.tsx';

/** How often a pending purchase is read again, in ms. */
const POLL_MS = 5_000;

/** Everything on record about one purchase, the reason for its state first. */
export function TracePage() {
  const { t } = useTexts();
  const { purchaseId = '' } = useParams({ strict: false });
  const path = `/purchases/${encodeURIComponent(purchaseId)}`;
  const { data } = useStaffApi<StaffTrace>(path);
  const isPending = data?.purchase.status === 'pending';
  const { error } = useStaffApi<StaffTrace>(path, { everyMs: isPending ? POLL_MS : false });
  return (
    <Screen title={t('purchase.title', { reference: data?.purchase.reference ?? '' })}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={8} /> : null}
      {data === undefined ? null : <Trace trace={data} />}
    </Screen>
  );
}

function Trace({ trace }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  const { purchase } = trace;
  return (
    <>
      <Card title={t('operations.why')}>
        <p className="tell">{useStaffTexts().cause(trace, purchase.status)}</p>
        <p className="small">
          <code>{trace.cause}</code>
        </p>
        <SettledByHand settled={trace.settled_by_hand} />
        {purchase.status === 'pending' ? <Requery ids={[purchase.id]} /> : null}
        <Resolve purchase={purchase} />
        <RecordLate trace={trace} />
        <WorkflowLink workflow={trace} name={t('operations.workflow')}>
          {t('operations.openWorkflow')}
        </WorkflowLink>
      </Card>
      <Card title={t('operations.clientSees')}>
        <Facts trace={trace} />
      </Card>
      <Records trace={trace} />
      <Inquiries trace={trace} />
      <Card title={t('operations.ledger')}>
        <Ledger trace={trace} />
      </Card>
      <Card title={t('operations.actions')}>
        <Actions entries={trace.actions} />
      </Card>
    </>
  );
}

function Facts({ trace }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  const networkName = useNetworkNames();
  const { purchase } = trace;
  return (
    <dl className="facts">
      <Fact name={t('purchases.status')}>
        <Status purchase={purchase} />
      </Fact>
      <Fact name={t('operations.mode')}>
        <Mode livemode={trace.livemode} />
      </Fact>
      <Fact name={t('app.account')}>
        <Link to="/operations/accounts/$accountId" params={{ accountId: trace.account_id }}>
          {trace.account_id}
        </Link>
      </Fact>
      <Fact name={t('purchases.number')}>
        <PhoneNumber number={purchase.phone_number} />
      </Fact>
      <Fact name={t('purchase.network')}>{networkName(purchase.network_id)}</Fact>
      <Fact name={t('purchases.bundle')}>{purchase.bundle.name}</Fact>
      <Fact name={t('purchases.price')}>
        <Money {...purchase.price} />
      </Fact>
      <Fact name={t('purchases.created')}>
        <Time at={purchase.created_at} />
      </Fact>
      <Fact name={t('operations.resolveBy')}>
        <Time at={purchase.resolve_by} />
      </Fact>
      {purchase.failure === null ? null : (
        <Fact name={t('operations.failureCode')}>{purchase.failure.code}</Fact>
      )}
      <Fact name={t('purchase.id')}>
        <code>{purchase.id}</code>
      </Fact>
    </dl>
  );
}

function Ledger({ trace: { lines, purchase } }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  const { currency } = purchase.price;
  if (lines.length === 0) {
    return <p>{t(purchase.status === 'pending' ? 'operations.noLinesHeld' : 'operations.noLines')}</p>;
  }
  return (
    <DataTable
      caption={t('operations.ledger')}
      rows={lines}
      keyOf={({ number }) => number}
      columns={[
        { title: t('operations.line'), cell: ({ number }) => String(number) },
        { title: t('operations.type'), cell: ({ type }) => type },
        { title: t('operations.when'), cell: ({ occurred_at: at }) => <Time at={at} /> },
        {
          title: t('operations.amount'),
          isNumber: true,
          cell: ({ amount }) => <Money amount={amount} currency={currency} />,
        },
        {
          title: t('operations.balanceAfter'),
          isNumber: true,
          cell: ({ balance_after: amount }) => <Money amount={amount} currency={currency} />,
        },
      ]}
    />
  );
}
