import { useState } from 'react';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Field } from '../../ui/inputs.tsx';
import { ScheduleCommands } from '../schedules/commands.tsx';
import { readAmount } from './amount.ts';
import { canPause } from './counts.ts';

interface Props {
  readonly batch: Batch;
}

/** What can be done with a campaign now. */
export function Commands({ batch }: Props) {
  const mayStop = useRight('batches:stop');
  const mayStart = useRight('batches:start');
  const { status, stage, pause, counts } = batch;
  if (stage === 'scheduled') return <ScheduleCommands batch={batch} />;
  if (status !== 'running' && status !== 'paused') return null;
  return (
    <>
      {mayStop && canPause(batch) ? <Pause batch={batch} /> : null}
      {/* Without money, a resume would only pause again. It resumes by itself. */}
      {mayStart && status === 'paused' && pause?.code !== 'insufficient_balance' ? (
        <Resume batch={batch} />
      ) : null}
      {mayStop && (status === 'paused' || counts.waiting > 0) ? <Cancel batch={batch} /> : null}
    </>
  );
}

/** What happens to the money of purchases that are pending. */
function HeldText({ batch: { held, counts } }: Props) {
  const { t } = useTexts();
  const { money } = useFormat();
  return <p>{t('live.heldStays', { count: counts.pending, held: money(held) })}</p>;
}

function Pause({ batch }: Props) {
  const { t } = useTexts();
  const send = useSend();
  return (
    <ConfirmButton
      label={t('live.pause')}
      title={t('live.pauseTitle', { name: batch.reference })}
      confirm={t('live.pauseConfirm')}
      onConfirm={() => send('POST', `/v1/batches/${batch.id}/pause`)}
    >
      <p>{t('live.pauseText', { count: batch.counts.waiting })}</p>
      <HeldText batch={batch} />
    </ConfirmButton>
  );
}

export function Cancel({ batch }: Props) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const { counts, charged } = batch;
  return (
    <ConfirmButton
      kind="danger"
      label={t('live.cancel')}
      title={t('live.cancelTitle', { name: batch.reference })}
      confirm={t('live.cancelConfirm', { count: counts.waiting })}
      onConfirm={() => send('POST', `/v1/batches/${batch.id}/cancel`)}
    >
      <p>{t('live.cancelText', { count: counts.waiting })}</p>
      <p>{t('live.chargedStays', { charged: money(charged) })}</p>
      <HeldText batch={batch} />
    </ConfirmButton>
  );
}

function Resume({ batch }: Props) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const { approved_cost: approved, counts, pause, charged, held, cost } = batch;
  const [typed, setTyped] = useState('');
  const asksForMore = pause?.code === 'price_changed' && approved !== null;
  const limit = asksForMore ? readAmount(typed, cost.currency) : null;
  const most = limit ?? approved ?? cost;
  const label = t(asksForMore ? 'live.raise' : 'live.resume');
  return (
    <ConfirmButton
      kind="primary"
      label={label}
      title={t('live.resumeTitle', { name: batch.reference })}
      confirm={t('live.resumeConfirm', { most: money(most) })}
      isConfirmDisabled={asksForMore && limit === null}
      onConfirm={() =>
        send('POST', `/v1/batches/${batch.id}/resume`, {
          json: limit === null ? {} : { approved_cost: limit },
        })
      }
    >
      <p>{t('live.resumeText', { count: counts.waiting, most: money(most) })}</p>
      {asksForMore ? (
        <Field
          label={t('live.newLimit')}
          hint={t('live.newLimitHint', {
            approved: money(approved),
            spent: money({ ...cost, amount: charged.amount + held.amount }),
          })}
          value={typed}
          onChange={setTyped}
          inputProps={{ inputMode: 'decimal' }}
        />
      ) : null}
    </ConfirmButton>
  );
}
