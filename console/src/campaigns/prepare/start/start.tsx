import { useState } from 'react';
import type { Approval, Batch } from '../../../../../clients/typescript/src/types.ts';
import { Failure } from '../../../app/api.ts';
import { useSend } from '../../../app/data.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { modeOf } from '../../../app/mode.ts';
import { FactorNotice, useLacksFactor } from '../../../app/second-factor.tsx';
import { useAccount, useRight } from '../../../app/session.tsx';
import { Overlay } from '../../../ui/dialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs.tsx';
import { Card, Problem } from '../../../ui/parts.tsx';
import { useTask } from '../../../ui/task.ts';
import { commandOf, faultsOfPlan, type Plan, planOf, rowsOf } from './plan.ts';
import { PlanFields } from './plan-fields.tsx';

/** What the person was asked to confirm. It stays as it was shown, even if the campaign changes meanwhile. */
interface Question {
  readonly plan: Plan;
  readonly batch: Batch;
}

/** Starts a campaign or asks for its approval, after a confirmation that names the amount. */
export function StartCard({
  batch,
  approval,
}: {
  readonly batch: Batch;
  /** The one that counts now. */
  readonly approval: Approval | null;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const mayStart = useRight('batches:start');
  const lacksFactor = useLacksFactor();
  const [changes, setChanges] = useState<Partial<Plan>>({});
  // What was approved is what starts, unless the person changes it.
  const plan = { ...planOf({ ...batch, ...approval?.terms }, Date.now()), ...changes };
  const [question, setQuestion] = useState<Question | null>(null);
  const faults = faultsOfPlan(plan, Date.now());
  // A time that was not chosen yet is no mistake.
  const shown = faults.filter((fault) => fault !== 'at' || plan.at !== '');
  if (!mayStart) {
    return (
      <Card title={t('start.title')}>{lacksFactor ? <FactorNotice /> : <p>{t('start.noRight')}</p>}</Card>
    );
  }
  const isUndecided = batch.corrections?.state === 'proposed';
  const waits = approval?.status === 'requested';
  const label = plan.when === 'now' ? 'start.start' : 'start.schedule';
  return (
    <Card title={t('start.title')}>
      <div className="form">
        <PlanFields plan={plan} change={(part) => setChanges((old) => ({ ...old, ...part }))} />
        {shown.map((fault) => (
          <p key={fault} className="notice bad">
            {t(`plan.fault.${fault}`)}
          </p>
        ))}
        {isUndecided ? <p className="notice warn">{t('start.undecided')}</p> : null}
        {waits ? <p className="notice warn">{t('start.waits')}</p> : null}
        <Button
          kind="primary"
          isDisabled={faults.length > 0 || isUndecided || waits || batch.counts.waiting === 0}
          onPress={() => setQuestion({ plan, batch })}
        >
          {t(label, { rows: rowsOf(plan, batch), amount: money(batch.cost) })}
        </Button>
      </div>
      {question === null ? null : (
        <Confirmation question={question} current={batch} onClose={() => setQuestion(null)} />
      )}
    </Card>
  );
}

function Confirmation({
  question: { plan, batch },
  current,
  onClose,
}: {
  readonly question: Question;
  readonly current: Batch;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { money, time } = useFormat();
  const { livemode, networks } = useAccount();
  const send = useSend();
  const task = useTask();
  const amount = money(batch.cost);
  const rows = rowsOf(plan, batch);
  const isOther = current.revision !== batch.revision || current.cost.amount !== batch.cost.amount;
  const start = async () => {
    const { path, json } = commandOf(plan, batch);
    await send('POST', path, { json });
    onClose();
  };
  const isAsked = task.error instanceof Failure && task.error.code === 'approval_required';
  return (
    <Overlay title={t('start.confirmTitle', { rows: batch.counts.waiting, amount })} isOpen onClose={onClose}>
      <p>{t(`start.${modeOf(livemode, networks)}`)}</p>
      <ul>
        <li>{t('start.most', { amount })}</li>
        {plan.isTrial ? <li>{t('start.trial', { rows })}</li> : null}
        <li>
          {plan.when === 'now'
            ? t('start.now')
            : t('start.at', { time: time(new Date(plan.at).toISOString()) })}
        </li>
        {plan.hours === 'any' ? null : <li>{t('start.between', { from: plan.from, until: plan.until })}</li>}
        {batch.counts.duplicates > 0 && batch.on_duplicate === 'buy' ? (
          <li>{t('start.duplicates', { count: batch.counts.duplicates })}</li>
        ) : null}
      </ul>
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
            {t(plan.when === 'now' ? 'start.confirm' : 'start.confirmSchedule', { amount })}
          </Button>
        )}
      </div>
    </Overlay>
  );
}
