import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Approval } from '../../../clients/typescript/src/types.ts';
import { useSend } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Field } from '../ui/inputs.tsx';
import { About } from './about.tsx';
import { useContents } from './contents.tsx';
import type { StartCommand } from './start-approved.ts';
import { useStart } from './use-start.ts';

/** Approves a campaign. Who gives the last approval and may start campaigns can start it with the same answer. */
export function Approve({
  approval,
  ended,
  onClose,
  onStartFailed,
}: {
  readonly approval: Approval;
  /** What others have made of it meanwhile; null if it still waits. */
  readonly ended: ReactNode;
  readonly onClose: () => void;
  /** It is approved, but did not start. */
  readonly onStartFailed: (error: unknown) => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const isLast = approval.steps_given + 1 >= approval.steps_required;
  const start = useStart(approval, isLast);
  const contents = useContents(approval.batch_id, true);
  const command = isLast ? (start ?? null) : null;
  const amount = money(approval.amount);
  const path = `/v1/approvals/${approval.id}/approve`;
  const json = reason.trim() === '' ? {} : { reason: reason.trim() };
  const approve = () => send<void>('POST', path, { json });
  const approveAndStart = async ({ path: startPath, json: agreed }: StartCommand) => {
    await approve();
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
    <ConfirmDialog
      kind="primary"
      title={t('approvals.approveTitle', { amount })}
      isOpen
      onClose={onClose}
      ended={ended}
      // No one approves unseen, and what the button does must not change under the pointer.
      isConfirmDisabled={!contents.isRead || (isLast && start === undefined)}
      {...confirmed}
    >
      <About
        approval={approval}
        contents={contents}
        deed={command === null ? 'approve' : 'approve_or_start'}
      />
      <Field label={t('approvals.reason')} maxLength={200} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
