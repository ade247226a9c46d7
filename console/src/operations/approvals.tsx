import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { useSignedIn } from '../app/session.tsx';
import { hasDecided } from '../approvals/own.ts';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import { Card, Empty, Fact, Money, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { useActors } from './actors.ts';
import { ApproveSeveral } from './approve-several.tsx';
import { useStaffApi, useStaffRight, useStaffSend } from './data.ts';
import { ReasonField } from './parts.tsx';
import type { StaffApproval, StaffApprovalList } from './types.ts';

const POLL_MS = 15_000;
const PAGE = 25;

/** What others of the staff want to do, with exactly what is approved. */
export function StaffApprovalsPage() {
  const { t } = useTexts();
  const { person } = useSignedIn();
  const mayDecide = useStaffRight('approvals:decide');
  const { cursor } = useSearch({ strict: false });
  const { data, error } = useStaffApi<StaffApprovalList>('/approvals', {
    query: { cursor, limit: PAGE },
    everyMs: POLL_MS,
  });
  return (
    <Screen title={t('nav.approvals')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('operations.noApprovals')}>
          <p>{t('operations.noApprovalsHint')}</p>
        </Empty>
      ) : null}
      {mayDecide ? (
        <ApproveSeveral
          approvals={data?.data.filter((approval) => mayBeDecidedBy(approval, person.id)) ?? []}
        />
      ) : null}
      {data?.data.map((approval) => (
        <Request key={approval.id} approval={approval} />
      ))}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

/** What is to be done, with its amount: the name of the command, since the command line and the records use it. */
function useTitle({ command, amount }: StaffApproval): string {
  const { money } = useFormat();
  return amount === null ? command : `${command}: ${money(amount)}`;
}

/** You cannot decide on your own request, or twice. */
function mayBeDecidedBy(approval: StaffApproval, personId: string): boolean {
  return approval.requested_by.id !== personId && !hasDecided(approval, personId);
}

function Request({ approval }: { readonly approval: StaffApproval }) {
  const { t } = useTexts();
  const { person } = useSignedIn();
  const mayDecide = useStaffRight('approvals:decide');
  const title = useTitle(approval);
  const actor = useActors();
  const isMine = approval.requested_by.id === person.id;
  return (
    <Card title={title}>
      <dl className="facts">
        {approval.amount === null ? null : (
          <Fact name={t('operations.amount')}>
            <Money {...approval.amount} />
          </Fact>
        )}
        {approval.account_id === null ? null : (
          <Fact name={t('app.account')}>
            <Link to="/operations/accounts/$accountId" params={{ accountId: approval.account_id }}>
              {approval.account_id}
            </Link>
          </Fact>
        )}
        {Object.entries(approval.terms).map(([name, value]) =>
          value === null ? null : (
            <Fact key={name} name={name}>
              {Array.isArray(value) ? value.map((line) => <div key={line}>{line}</div>) : String(value)}
            </Fact>
          ),
        )}
        <Fact name={t('approvals.given')}>
          {t('approvals.steps', { given: approval.steps_given, required: approval.steps_required })}
        </Fact>
        <Fact name={t('approvals.requestedBy')}>
          {isMine ? t('approvals.you') : actor.name(approval.requested_by.id)}{' '}
          <Time at={approval.requested_at} />
        </Fact>
        <Fact name={t('operations.reason')}>{approval.reason ?? '–'}</Fact>
        <Fact name={t('approvals.expires')}>
          <Time at={approval.expires_at} />
        </Fact>
      </dl>
      {isMine ? <p className="hint">{t('operations.ownRequest')}</p> : null}
      {hasDecided(approval, person.id) ? <p className="hint">{t('approvals.decided')}</p> : null}
      <div className="actions">
        {mayDecide && mayBeDecidedBy(approval, person.id) ? (
          <>
            <Decision approval={approval} action="approve" />
            <Decision approval={approval} action="reject" />
          </>
        ) : null}
        {isMine ? <Decision approval={approval} action="withdraw" /> : null}
      </div>
    </Card>
  );
}

/** Approves, rejects or withdraws after a confirmation that names what and how much. */
function Decision({
  approval,
  action,
}: {
  readonly approval: StaffApproval;
  readonly action: 'approve' | 'reject' | 'withdraw';
}) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [reason, setReason] = useState('');
  const what = useTitle(approval);
  return (
    <ConfirmButton
      kind={action === 'approve' ? 'primary' : 'plain'}
      label={t(`approvals.${action}`)}
      title={t(`operations.${action}Title`, { what })}
      confirm={`${t(`approvals.${action}`)}: ${what}`}
      onConfirm={async () => {
        await send(`/approvals/${approval.id}/${action}`, { reason });
      }}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmButton>
  );
}
