import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Approval, ApprovalList } from '../../../clients/typescript/src/types.ts';
import { useApi, useSend } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRight, useSignedIn } from '../app/session.tsx';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Field } from '../ui/inputs.tsx';
import { Card, Empty, Money, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';

/** How often the requests are read again, in ms. */
const POLL_MS = 15_000;

/** The campaigns that wait for an approval, with everything that is approved. */
export function ApprovalsPage() {
  const { t } = useTexts();
  const { data, error } = useApi<ApprovalList>('/v1/approvals', {
    query: { status: 'requested', limit: 100 },
    everyMs: POLL_MS,
  });
  return (
    <Screen title={t('approvals.title')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('approvals.none')}>
          <p>{t('approvals.noneHint')}</p>
        </Empty>
      ) : null}
      {data?.data.map((approval) => (
        <Request key={approval.id} approval={approval} />
      ))}
    </Screen>
  );
}

function Request({ approval }: { readonly approval: Approval }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { person } = useSignedIn();
  const mayDecide = useRight('approvals:decide');
  const { terms, amount } = approval;
  const isMine = ({ id }: { readonly id: string }) => id === person.id;
  const isPreparer = approval.prepared_by.some(isMine) || isMine(approval.requested_by);
  const hasDecided = approval.decisions.some(({ by }) => isMine(by));
  return (
    <Card title={t('approvals.request', { amount: money(amount) })}>
      <dl className="facts">
        <div>
          <dt>{t('approvals.campaign')}</dt>
          <dd>
            <Link to="/campaigns/$batchId" params={{ batchId: approval.batch_id }}>
              {approval.batch_id}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('approvals.mostSpent')}</dt>
          <dd>
            <Money {...terms.approved_cost} />
          </dd>
        </div>
        <div>
          <dt>{t('approvals.starts')}</dt>
          <dd>{terms.not_before === null ? t('approvals.immediately') : <Time at={terms.not_before} />}</dd>
        </div>
        <div>
          <dt>{t('approvals.hours')}</dt>
          <dd>{terms.send_between ?? t('approvals.anyHour')}</dd>
        </div>
        <div>
          <dt>{t('approvals.given')}</dt>
          <dd>{t('approvals.steps', { given: approval.steps_given, required: approval.steps_required })}</dd>
        </div>
        <div>
          <dt>{t('approvals.requestedBy')}</dt>
          <dd>
            {isMine(approval.requested_by) ? t('approvals.you') : <code>{approval.requested_by.id}</code>}{' '}
            <Time at={approval.requested_at} />
          </dd>
        </div>
        <div>
          <dt>{t('approvals.expires')}</dt>
          <dd>
            <Time at={approval.expires_at} />
          </dd>
        </div>
      </dl>
      {isPreparer ? <p className="hint">{t('approvals.prepared')}</p> : null}
      {hasDecided ? <p className="hint">{t('approvals.decided')}</p> : null}
      <div className="actions">
        {mayDecide && !isPreparer && !hasDecided ? (
          <>
            <Decision approval={approval} action="approve" />
            <Decision approval={approval} action="reject" />
          </>
        ) : null}
        {isMine(approval.requested_by) ? <Decision approval={approval} action="withdraw" /> : null}
      </div>
    </Card>
  );
}

/** Approves, rejects or withdraws after a confirmation that names the amount. */
function Decision({
  approval,
  action,
}: {
  readonly approval: Approval;
  readonly action: 'approve' | 'reject' | 'withdraw';
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const [reason, setReason] = useState('');
  const amount = money(approval.amount);
  const decide = async () => {
    const json = reason.trim() === '' ? {} : { reason: reason.trim() };
    await send('POST', `/v1/approvals/${approval.id}/${action}`, { json });
  };
  return (
    <ConfirmButton
      kind={action === 'approve' ? 'primary' : 'plain'}
      label={t(`approvals.${action}`)}
      title={t(`approvals.${action}Title`, { amount })}
      confirm={t(`approvals.${action}Confirm`, { amount })}
      onConfirm={decide}
    >
      <p>{t(`approvals.${action}Hint`)}</p>
      <Field label={t('approvals.reason')} maxLength={200} value={reason} onChange={setReason} />
    </ConfirmButton>
  );
}
