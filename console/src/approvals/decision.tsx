import { type ReactNode, useState } from 'react';
import type { Approval } from '../../../clients/typescript/src/types.ts';
import { useApi, useSend } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useSignedIn } from '../app/session.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Field } from '../ui/inputs.tsx';
import { Approve } from './approve.tsx';
import { type Action, isOver } from './asked.ts';
import { Subject, useContents } from './contents.tsx';
import { StartAsApproved } from './not-started.tsx';
import { Outcome } from './outcome.tsx';

/** How often the request is read again while its dialog is open, in ms. */
const POLL_MS = 5_000;

/** What a person is about to do, with which request, as it was when they began. */
export interface Asked {
  readonly approval: Approval;
  readonly action: Action;
}

/** A dialog about one request, which stays while the lists change. If others end the request, it says so. */
export function DecisionDialog({
  asked: { approval: first, action },
  onClose,
  onStartFailed,
}: {
  readonly asked: Asked;
  readonly onClose: () => void;
  /** It is approved, but did not start. */
  readonly onStartFailed: (approval: Approval, problem: unknown) => void;
}) {
  const { person } = useSignedIn();
  const { data: approval = first } = useApi<Approval>(`/v1/approvals/${first.id}`, { everyMs: POLL_MS });
  const ended = isOver(action, approval, person.id) ? <Outcome approval={approval} /> : null;
  switch (action) {
    case 'approve': {
      const fail = (problem: unknown) => onStartFailed(first, problem);
      return <Approve approval={approval} ended={ended} onClose={onClose} onStartFailed={fail} />;
    }
    case 'start':
      return <StartAsApproved approval={approval} ended={ended} onClose={onClose} />;
    default:
      return <End approval={approval} action={action} ended={ended} onClose={onClose} />;
  }
}

/** Rejects or withdraws after a confirmation that names the amount. */
function End({
  approval,
  action,
  ended,
  onClose,
}: {
  readonly approval: Approval;
  readonly action: 'reject' | 'withdraw';
  readonly ended: ReactNode;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const [reason, setReason] = useState('');
  const contents = useContents(approval.batch_id, true);
  const amount = money(approval.amount);
  const decide = async () => {
    await send('POST', `/v1/approvals/${approval.id}/${action}`, { json: { reason: reason.trim() } });
  };
  return (
    <ConfirmDialog
      title={t(`approvals.${action}Title`, { amount })}
      confirm={t(`approvals.${action}Confirm`, { amount })}
      // To say no, it need not be read.
      isConfirmDisabled={reason.trim() === ''}
      onConfirm={decide}
      isOpen
      onClose={onClose}
      ended={ended}
    >
      <Subject approval={approval} contents={contents} />
      <p>{t(`approvals.${action}Hint`)}</p>
      {/* Who ends a request says why. */}
      <Field label={t('approvals.reasonNeeded')} maxLength={200} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
