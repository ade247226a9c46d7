import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Button } from '../../ui/inputs.tsx';
import { Problem } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { RepeatLink } from '../schedules/repeat/link.tsx';

/** Checks a campaign again, has it bought again and again, or gives it up. */
export function CampaignActions({ batch }: { readonly batch: Batch }) {
  const { id, reference } = batch;
  const { t } = useTexts();
  const send = useSend();
  const task = useTask();
  const mayCheck = useRight('batches:create');
  const mayCancel = useRight('batches:stop');
  return (
    <>
      {mayCheck ? (
        <Button
          isPending={task.isRunning}
          onPress={() => void task.run(() => send('POST', `/v1/batches/${id}/recheck`))}
        >
          {t('prepare.recheck')}
        </Button>
      ) : null}
      <RepeatLink batch={batch} />
      {mayCancel ? (
        <ConfirmButton
          kind="danger"
          label={t('prepare.cancel')}
          title={t('prepare.cancelTitle', { name: reference })}
          confirm={t('prepare.cancelConfirm')}
          onConfirm={() => send('POST', `/v1/batches/${id}/cancel`).then(() => {})}
        >
          <p>{t('prepare.cancelHint')}</p>
        </ConfirmButton>
      ) : null}
      {mayCheck && !mayCancel ? <p className="hint">{t('prepare.cancelNoRight')}</p> : null}
      <Problem error={task.error} />
    </>
  );
}
