import { useState } from 'react';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { fromLocalInput, toLocalInput } from '../../app/local-time.ts';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';

interface Props {
  readonly batch: Batch;
}

/** What can be done with a campaign that waits for its start. Nothing was bought yet. */
export function ScheduleCommands({ batch }: Props) {
  const mayStart = useRight('batches:start');
  const mayStop = useRight('batches:stop');
  return (
    <>
      {mayStart ? <Move batch={batch} /> : null}
      {mayStart ? <StartNow batch={batch} /> : null}
      {mayStop ? <Unschedule batch={batch} /> : null}
      {mayStop ? <CancelScheduled batch={batch} /> : null}
    </>
  );
}

function Move({ batch }: Props) {
  const { t } = useTexts();
  const { time, money, zone } = useFormat();
  const send = useSend();
  const [typed, setTyped] = useState(batch.not_before === null ? '' : toLocalInput(batch.not_before));
  const at = fromLocalInput(typed);
  return (
    <ConfirmButton
      label={t('schedules.move')}
      title={t('schedules.moveTitle', { name: batch.reference })}
      confirm={
        at === null
          ? t('schedules.move')
          : t('schedules.moveConfirm', { at: time(at), amount: money(mostOf(batch)) })
      }
      kind="primary"
      isConfirmDisabled={at === null}
      onConfirm={() => send('POST', `/v1/batches/${batch.id}/schedule`, { json: { start_at: at } })}
    >
      <label className="field">
        {t('schedules.newStart')}
        <input type="datetime-local" value={typed} onChange={({ target }) => setTyped(target.value)} />
        <span className="hint">{t('schedules.zone', { zone })}</span>
      </label>
    </ConfirmButton>
  );
}

function StartNow({ batch }: Props) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const amount = money(mostOf(batch));
  return (
    <ConfirmButton
      label={t('schedules.startNow')}
      title={t('schedules.startNowTitle', { name: batch.reference })}
      confirm={t('schedules.startNowConfirm', { amount })}
      onConfirm={() => send('POST', `/v1/batches/${batch.id}/start-now`)}
    >
      <p>{t('schedules.startNowText', { count: batch.counts.waiting, amount })}</p>
    </ConfirmButton>
  );
}

function Unschedule({ batch }: Props) {
  const { t } = useTexts();
  const send = useSend();
  return (
    <ConfirmButton
      label={t('schedules.remove')}
      title={t('schedules.removeTitle', { name: batch.reference })}
      confirm={t('schedules.remove')}
      onConfirm={() => send('POST', `/v1/batches/${batch.id}/unschedule`)}
    >
      <p>{t('schedules.removeText')}</p>
    </ConfirmButton>
  );
}

function CancelScheduled({ batch }: Props) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  return (
    <ConfirmButton
      kind="danger"
      label={t('live.cancel')}
      title={t('live.cancelTitle', { name: batch.reference })}
      confirm={t('live.cancelConfirm', { count: batch.counts.waiting })}
      onConfirm={() => send('POST', `/v1/batches/${batch.id}/cancel`)}
    >
      <p>{t('schedules.cancelText', { amount: money(mostOf(batch)) })}</p>
    </ConfirmButton>
  );
}

/** The most that a campaign may spend. */
function mostOf({ approved_cost: approved, cost }: Batch) {
  return approved ?? cost;
}
