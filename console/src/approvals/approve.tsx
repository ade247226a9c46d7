import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Approval } from '../../../clients/typescript/src/types.ts';
import { callApi } from '../app/api.ts';
import { useSend } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useAccount } from '../app/session.tsx';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Field } from '../ui/inputs.tsx';
import { About } from './about.tsx';
import { useContents } from './contents.tsx';
import type { StartCommand } from './start-approved.ts';
import { useStart } from './use-start.ts';

/** Approves a campaign. Who gives the last approval and may start campaigns can start it with the same answer. */
export function Approve({
  approval,
  onStartFailed,
}: {
  readonly approval: Approval;
  /** It is approved, but did not start. */
  readonly onStartFailed: (error: unknown) => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { id: account } = useAccount();
  const send = useSend();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const isLast = approval.steps_given + 1 >= approval.steps_required;
  const [isOpen, setOpen] = useState(false);
  const start = useStart(approval, isOpen && isLast);
  const contents = useContents(approval.batch_id, isOpen);
  const command = isLast ? (start ?? null) : null;
  const amount = money(approval.amount);
  const path = `/v1/approvals/${approval.id}/approve`;
  const json = reason.trim() === '' ? {} : { reason: reason.trim() };
  const approve = () => send<void>('POST', path, { json });
  const approveAndStart = async ({ path: startPath, json: agreed }: StartCommand) => {
    // The screen is read again only after the start: it has no place for this dialog once it is approved.
    await callApi(account, 'POST', path, { json });
    try {
      await send('POST', startPath, { json: agreed });
    } catch (error) {
      onStartFailed(error);
      return;
    }
    await navigate({ to: '/campaigns/$batchId', params: { batchId: approval.batch_id } });
  };
  const confirmed =
    command === null
      ? { confirm: t('approvals.approveConfirm', { amount }), onConfirm: approve }
      : {
          confirm: t(`approvals.approveAnd.${command.kind}`, { amount }),
          onConfirm: () => approveAndStart(command),
          alternative: { confirm: t('approvals.approveOnly'), onConfirm: approve },
        };
  return (
    <ConfirmButton
      kind="primary"
      label={t('approvals.approve')}
      title={t('approvals.approveTitle', { amount })}
      onOpen={() => setOpen(true)}
      // No one approves unseen, and what the button does must not change under the pointer.
      isConfirmDisabled={!contents.isRead || (isLast && start === undefined)}
      {...confirmed}
    >
      <About approval={approval} contents={contents} starts={command !== null} />
      <Field label={t('approvals.reason')} maxLength={200} value={reason} onChange={setReason} />
    </ConfirmButton>
  );
}
