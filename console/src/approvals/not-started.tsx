import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Approval } from '../../../clients/typescript/src/types.ts';
import { useSend } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRight } from '../app/session.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Button } from '../ui/inputs.tsx';
import { About } from './about.tsx';
import { useContents } from './contents.tsx';
import { type StartCommand, startKind } from './start-approved.ts';
import { useStart } from './use-start.ts';

interface Props {
  readonly approval: Approval;
}

/** Warns that an approved campaign does not start by itself, and offers to start it as it was approved. */
export function NotStarted({ approval, onStart }: Props & { readonly onStart: () => void }) {
  const { t } = useTexts();
  const mayStart = useRight('batches:start');
  const kind = startKind(approval, Date.now());
  return (
    <div className="notice warn">
      <p>
        <strong>{t(notStarted(approval))}</strong>
      </p>
      {mayStart && kind !== null ? (
        <Button kind="primary" onPress={onStart}>
          {t(`approvals.asApproved.${kind}`)}
        </Button>
      ) : null}
    </div>
  );
}

/** The warning that nothing happens by itself. */
export function notStarted({ terms }: Approval): 'approvals.notScheduled' | 'approvals.notStarted' {
  return terms.not_before === null ? 'approvals.notStarted' : 'approvals.notScheduled';
}

/** Starts or schedules a campaign as it was approved, after a confirmation. */
export function StartAsApproved({
  approval,
  ended,
  onClose,
}: Props & {
  /** What others have made of it meanwhile; null if it can still be used. */
  readonly ended: ReactNode;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const navigate = useNavigate();
  const contents = useContents(approval.batch_id, true);
  const command = useStart(approval, true);
  const kind: StartCommand['kind'] = approval.terms.not_before === null ? 'start' : 'schedule';
  const amount = money(approval.amount);
  const start = async () => {
    if (command == null) return;
    await send('POST', command.path, { json: command.json });
    await navigate({ to: '/campaigns/$batchId', params: { batchId: approval.batch_id } });
  };
  return (
    <ConfirmDialog
      kind="primary"
      title={t(`approvals.asApproved.${kind}Title`, { amount })}
      confirm={t(kind === 'start' ? 'start.confirm' : 'start.confirmSchedule', { amount })}
      isConfirmDisabled={!contents.isRead || command == null}
      onConfirm={start}
      isOpen
      onClose={onClose}
      ended={ended}
    >
      <About
        approval={approval}
        contents={contents}
        deed={contents.isRead && command === null ? 'none' : 'start'}
      />
    </ConfirmDialog>
  );
}
