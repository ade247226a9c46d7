import type { Money as Amount, Batch } from '../../../../../clients/typescript/src/types.ts';
import { Failure } from '../../../app/api.ts';
import { useSend } from '../../../app/data.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { modeOf } from '../../../app/mode.ts';
import { useAccount } from '../../../app/session.tsx';
import { Overlay } from '../../../ui/dialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs.tsx';
import { Problem } from '../../../ui/parts.tsx';
import { useTask } from '../../../ui/task.ts';
import { commandOf, type Plan, rowsOf } from './plan.ts';
import { PlanPoints } from './plan-fields.tsx';

/** What the person was asked to confirm. It stays as it was shown, even if the campaign changes meanwhile. */
export interface Question {
  readonly plan: Plan;
  readonly batch: Batch;
  /** How many must approve before it starts; null where the person may not see that. */
  readonly approvals: 0 | 1 | 2 | null;
  /** The amount from which so many must. */
  readonly limit: Amount | null;
}

/** Asks whether the campaign is to start so, and starts it or has its approval requested. */
export function Confirmation({
  question: { plan, batch, approvals, limit },
  current,
  onClose,
}: {
  readonly question: Question;
  readonly current: Batch;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { livemode, networks } = useAccount();
  const send = useSend();
  const task = useTask();
  const amount = money(batch.cost);
  const rows = rowsOf(plan, batch);
  const buys = plan.isTrial ? 'start.confirmTrial' : 'start.confirm';
  const confirm = plan.when === 'now' ? buys : 'start.confirmSchedule';
  const title = plan.isTrial ? 'start.confirmTrialTitle' : 'start.confirmTitle';
  const isOther = current.revision !== batch.revision || current.cost.amount !== batch.cost.amount;
  const start = async () => {
    const { path, json } = commandOf(plan, batch);
    await send('POST', path, { json });
    onClose();
  };
  const asks = approvals !== null && approvals > 0;
  const isAsked = task.error instanceof Failure && task.error.code === 'approval_required';
  return (
    <Overlay
      title={asks ? t('ask.confirmTitle', { amount }) : t(title, { rows, amount })}
      isOpen
      onClose={onClose}
    >
      {asks ? (
        <p className="notice warn">
          {t('start.asks', { count: approvals, limit: limit === null ? amount : money(limit) })}
        </p>
      ) : (
        <p>{t(`start.${modeOf(livemode, networks)}`)}</p>
      )}
      <PlanPoints plan={plan} batch={batch} isAsked={asks} />
      {approvals === null ? <p className="hint">{t('start.mayAsk')}</p> : null}
      {isOther ? (
        <p className="notice bad" role="alert">
          {t('start.changed')}
        </p>
      ) : null}
      {isAsked ? (
        <p className="notice warn" role="alert">
          {t('start.asked')}
        </p>
      ) : (
        <Problem error={task.error} />
      )}
      <div className="actions">
        <Button kind="quiet" onPress={onClose}>
          {t(isAsked ? 'start.close' : 'app.back')}
        </Button>
        {isAsked ? null : (
          <Button
            kind="primary"
            isDisabled={isOther}
            isPending={task.isRunning}
            onPress={() => void task.run(start)}
          >
            {asks ? t('ask.confirm', { amount }) : t(confirm, { amount, rows })}
          </Button>
        )}
      </div>
    </Overlay>
  );
}
