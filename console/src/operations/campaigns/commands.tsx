import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { useStaffRight, useStaffSend } from '../data.ts';
import { AccountBand } from '../money/band.tsx';
import { ReasonField } from '../parts.tsx';
import type { ControlStaffBatch, StaffBatch, StaffControlledBatch } from '../types.ts';

type Command = ControlStaffBatch['command'];

/** What can be done in each status. */
const POSSIBLE: Readonly<Record<string, readonly Command[]>> = {
  ready: ['cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
};

/** Pauses, resumes or cancels a campaign of a client, after a dialog that names the account and what it costs. */
export function Commands({
  batch,
  onControlled,
}: {
  readonly batch: StaffBatch;
  readonly onControlled: (result: StaffControlledBatch) => void;
}) {
  const mayControl = useStaffRight('batches:control');
  const commands = mayControl ? (POSSIBLE[batch.status] ?? []) : [];
  if (commands.length === 0) return '–';
  return (
    <div className="actions">
      {commands.map((command) => (
        <Control key={command} command={command} batch={batch} onControlled={onControlled} />
      ))}
    </div>
  );
}

function Control({
  command,
  batch,
  onControlled,
}: {
  readonly command: Command;
  readonly batch: StaffBatch;
  readonly onControlled: (result: StaffControlledBatch) => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useStaffSend();
  const [reason, setReason] = useState('');
  const { id, reference, account_name: account, livemode } = batch;
  const values = { campaign: reference, cost: money(batch.cost) };
  return (
    <ConfirmButton
      kind={command === 'cancel' ? 'danger' : 'plain'}
      label={t(`staffCampaigns.${command}`)}
      title={t(`staffCampaigns.${command}Title`, values)}
      confirm={t(`staffCampaigns.${command}Confirm`, values)}
      isConfirmDisabled={reason.trim() === ''}
      onConfirm={async () => {
        const json: ControlStaffBatch = { command, reason };
        onControlled(await send<StaffControlledBatch>(`/batches/${id}/control`, json));
        setReason('');
      }}
    >
      <AccountBand name={account} livemode={livemode} />
      <div className="form">
        <p>{t(`staffCampaigns.${command}Hint`)}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}
