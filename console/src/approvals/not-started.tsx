import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Approval } from '../../../clients/typescript/src/types.ts';
import { useSend } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRight } from '../app/session.tsx';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { About } from './about.tsx';
import { useContents } from './contents.tsx';
import { type StartCommand, startKind } from './start-approved.ts';
import { useStart } from './use-start.ts';

interface Props {
  readonly approval: Approval;
}

/** Warns that an approved campaign does not start by itself, and starts it as it was approved. */
export function NotStarted({ approval }: Props) {
  const { t } = useTexts();
  const mayStart = useRight('batches:start');
  const kind = startKind(approval, Date.now());
  return (
    <div className="notice warn">
      <p>
        <strong>{t(notStarted(approval))}</strong>
      </p>
      {mayStart && kind !== null ? <StartAsApproved approval={approval} kind={kind} /> : null}
    </div>
  );
}

/** The warning that nothing happens by itself. */
export function notStarted({ terms }: Approval): 'approvals.notScheduled' | 'approvals.notStarted' {
  return terms.not_before === null ? 'approvals.notStarted' : 'approvals.notScheduled';
}

/** The list has many approvals, so a campaign is read only once its dialog is open. */
function StartAsApproved({ approval, kind }: Props & { readonly kind: StartCommand['kind'] }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const contents = useContents(approval.batch_id, isOpen);
  const command = useStart(approval, isOpen);
  const amount = money(approval.amount);
  const start = async () => {
    if (command == null) return;
    await send('POST', command.path, { json: command.json });
    await navigate({ to: '/campaigns/$batchId', params: { batchId: approval.batch_id } });
  };
  return (
    <ConfirmButton
      kind="primary"
      label={t(`approvals.asApproved.${kind}`)}
      title={t(`approvals.asApproved.${kind}Title`, { amount })}
      confirm={t(kind === 'start' ? 'start.confirm' : 'start.confirmSchedule', { amount })}
      onOpen={() => setOpen(true)}
      isConfirmDisabled={!contents.isRead || command == null}
      onConfirm={start}
    >
      <About approval={approval} contents={contents} starts />
      {contents.isRead && command === null ? (
        <p className="notice warn">{t('approvals.cannotStart')}</p>
      ) : null}
    </ConfirmButton>
  );
}
