import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Approval, Batch } from '../../../clients/typescript/src/types.ts';
import { callApi } from '../app/api.ts';
import { useApi, useSend } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { modeOf } from '../app/mode.ts';
import { useAccount, useRight } from '../app/session.tsx';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Field } from '../ui/inputs.tsx';
import { Subject } from './contents.tsx';
import { WhenFacts } from './facts.tsx';
import { type StartCommand, startApproved } from './start-approved.ts';

interface Props {
  readonly approval: Approval;
}

/**
 * The request that starts the campaign as approved; null if it cannot start so, or the person may not start it; undefined while the
 * campaign is read.
 * @param isWanted whether to read it
 */
function useStart(approval: Approval, isWanted = true): StartCommand | null | undefined {
  const mayStart = useRight('batches:start');
  const { data: batch, error } = useApi<Batch>(`/v1/batches/${approval.batch_id}`, {
    enabled: mayStart && isWanted,
  });
  if (!mayStart || error !== null) return null;
  return batch === undefined ? undefined : startApproved(approval, batch, Date.now());
}

/** Approves a campaign. Who gives the last approval and may start campaigns can start it with the same answer. */
export function Approve({
  approval,
  onStartFailed,
}: Props & {
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
      // What the button does must not change under the pointer.
      isConfirmDisabled={isLast && start === undefined}
      {...confirmed}
    >
      <About approval={approval} starts={command !== null} />
      <Field label={t('approvals.reason')} maxLength={200} value={reason} onChange={setReason} />
    </ConfirmButton>
  );
}

function About({ approval, starts }: Props & { readonly starts: boolean }) {
  const { t } = useTexts();
  const { livemode, networks } = useAccount();
  return (
    <>
      <dl className="facts">
        <Subject approval={approval} />
        <WhenFacts approval={approval} />
      </dl>
      <p>{t(starts ? 'approvals.approveStartsHint' : 'approvals.approveHint')}</p>
      {starts ? <p>{t(`start.${modeOf(livemode, networks)}`)}</p> : null}
    </>
  );
}

/** Warns that an approved campaign does not start by itself, and starts it as it was approved. */
export function NotStarted({ approval }: Props) {
  const { t } = useTexts();
  const command = useStart(approval);
  return (
    <div className="notice warn">
      <p>
        <strong>{t(notStarted(approval))}</strong>
      </p>
      {command == null ? null : <StartAsApproved approval={approval} command={command} />}
    </div>
  );
}

/** The warning that nothing happens by itself. */
export function notStarted({ terms }: Approval): 'approvals.notScheduled' | 'approvals.notStarted' {
  return terms.not_before === null ? 'approvals.notStarted' : 'approvals.notScheduled';
}

function StartAsApproved({ approval, command: { kind, path, json } }: Props & { command: StartCommand }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const navigate = useNavigate();
  const amount = money(approval.amount);
  const start = async () => {
    await send('POST', path, { json });
    await navigate({ to: '/campaigns/$batchId', params: { batchId: approval.batch_id } });
  };
  return (
    <ConfirmButton
      kind="primary"
      label={t(`approvals.asApproved.${kind}`)}
      title={t(`approvals.asApproved.${kind}Title`, { amount })}
      confirm={t(kind === 'start' ? 'start.confirm' : 'start.confirmSchedule', { amount })}
      onConfirm={start}
    >
      <About approval={approval} starts />
    </ConfirmButton>
  );
}
