import { Link } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { useSignedIn } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Badge, Card, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { Outcome, useCommand } from '../approval-needed.tsx';
import { useStaffApi, useStaffRight, useStaffSend } from '../data.ts';
import type { BookStaffEntry, StaffAccountDetail, StaffApproval, StaffApprovalList } from '../types.ts';
import { AccountBand } from './band.tsx';

const POLL_MS = 15_000;

/** What the staff has requested for an account. What was approved can be booked here, without typing it again. */
export function WaitingEntries({ account }: { readonly account: StaffAccountDetail }) {
  const { t } = useTexts();
  const command = useCommand();
  const mayRead = useStaffRight('approvals:read');
  const { data } = useStaffApi<StaffApprovalList>('/approvals', {
    query: { limit: 100 },
    everyMs: POLL_MS,
    enabled: mayRead,
  });
  const found = data?.data.filter(({ account_id: id }) => id === account.id) ?? [];
  if (found.length === 0 && command.result === null) return null;
  return (
    <Card title={t('entry.waiting')}>
      <Outcome result={command.result} done={t('entry.booked')} />
      {found.length === 0 ? null : (
        <DataTable
          caption={t('entry.waiting')}
          rows={found}
          keyOf={({ id }) => id}
          columns={[
            { title: t('entry.what'), cell: (approval) => <What approval={approval} /> },
            {
              title: t('purchases.status'),
              cell: ({ status, steps_given: given, steps_required: required }) =>
                status === 'approved' ? (
                  <Badge tone="good">{t('entry.approved')}</Badge>
                ) : (
                  <Badge tone="warn">{t('approvals.steps', { given, required })}</Badge>
                ),
            },
            { title: t('operations.reason'), cell: ({ reason }) => reason ?? '–' },
            { title: t('approvals.expires'), cell: ({ expires_at: at }) => <Time at={at} /> },
            {
              title: t('entry.next'),
              cell: (approval) => <Next approval={approval} account={account} run={command.run} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

function useWhat({ command, amount, terms: { direction } }: StaffApproval): string {
  const { t } = useTexts();
  const { money } = useFormat();
  const what = amount === null ? command : `${command}: ${money(amount)}`;
  if (direction !== 'to_client' && direction !== 'from_client') return what;
  return `${what} (${t(direction === 'to_client' ? 'entry.toClient' : 'entry.fromClient')})`;
}

function What({ approval }: { readonly approval: StaffApproval }) {
  return useWhat(approval);
}

/** The movement that an approval is about; null if it is about something else, or its direction is not on record. */
function toEntry({
  kind,
  amount,
  terms: { direction },
}: StaffApproval): Omit<BookStaffEntry, 'reason'> | null {
  if (amount === null) return null;
  if (kind === 'account_fund') return { type: 'funding', amount };
  if (kind !== 'account_adjust') return null;
  if (direction === 'to_client') return { type: 'adjustment', amount };
  if (direction !== 'from_client') return null;
  return { type: 'adjustment', amount: { ...amount, amount: -amount.amount } };
}

/** Who must do what next. */
function Next({
  approval,
  account,
  run,
}: {
  readonly approval: StaffApproval;
  readonly account: StaffAccountDetail;
  readonly run: ReturnType<typeof useCommand>['run'];
}) {
  const { t } = useTexts();
  const { person } = useSignedIn();
  const mayBook = useStaffRight('money:write');
  const send = useStaffSend();
  const entry = toEntry(approval);
  const what = useWhat(approval);
  const isMine = approval.requested_by.id === person.id;
  if (approval.status !== 'approved' || !isMine || !mayBook || entry === null)
    return <Link to="/operations/approvals">{t('nav.approvals')}</Link>;
  const json: BookStaffEntry = { ...entry, reason: approval.reason ?? approval.id };
  return (
    <ConfirmButton
      kind="primary"
      label={t('entry.bookNow')}
      title={t('entry.bookTitle', { what, account: account.name })}
      confirm={t('entry.bookConfirm', { what })}
      onConfirm={() => run(() => send(`/accounts/${account.id}/entries`, json))}
    >
      <AccountBand name={account.name} livemode={account.livemode} />
      <p>{t('entry.permanent')}</p>
    </ConfirmButton>
  );
}
