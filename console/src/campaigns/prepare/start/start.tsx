import { useState } from 'react';
import type { Batch } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { FactorNotice, useLacksFactor } from '../../../app/second-factor.tsx';
import { useRight } from '../../../app/session.tsx';
import { startKind } from '../../../approvals/start-approved.ts';
import { useFormat } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs.tsx';
import { Card } from '../../../ui/parts.tsx';
import type { Approvals } from './approval.tsx';
import { AskCard } from './ask.tsx';
import { Confirmation, type Question } from './confirmation.tsx';
import { rowsOf } from './plan.ts';
import { PlanFaults, PlanFields } from './plan-fields.tsx';
import { approvalsFor, type CostRules, limitOf } from './rules.ts';
import { usePlan } from './use-plan.ts';

interface StartProps {
  readonly batch: Batch;
  readonly approvals: Approvals;
  readonly rules: CostRules;
}

interface CardProps extends StartProps {
  /** Called before an approval is requested. */
  readonly onAsked: () => () => void;
}

/** How the campaign starts: those who may start it start it. Those who may not, or need an approval first, ask for it. */
export function StartCard({ onAsked, ...props }: CardProps) {
  const { t } = useTexts();
  const mayStart = useRight('batches:start');
  const mayAsk = useRight('batches:create');
  const lacksFactor = useLacksFactor();
  const { batch, approvals, rules } = props;
  const needed = approvalsFor(batch.cost, rules) ?? 0;
  const mustAsk = !mayStart || (needed > 0 && approvals.open?.status !== 'approved');
  if (mayAsk && mustAsk && !lacksFactor)
    return <AskCard batch={batch} approvals={approvals} needed={needed} onAsked={onAsked} />;
  if (mayStart) return <Start {...props} />;
  return (
    <Card id="start" title={t('start.title')}>
      {lacksFactor ? <FactorNotice /> : <p>{t('start.noRight')}</p>}
    </Card>
  );
}

/** Starts a campaign or asks for its approval, after a confirmation that names the amount. */
function Start({ batch, approvals: { open }, rules }: StartProps) {
  const { t } = useTexts();
  const { money } = useFormat();
  // What was approved is what starts, unless the person changes it.
  const { plan, change, faults, isOther } = usePlan(batch, open);
  const [question, setQuestion] = useState<Question | null>(null);
  const isUndecided = batch.corrections?.state === 'proposed';
  const waits = open?.status === 'requested';
  // Where no rule wants an approval, it can start without the one that was asked for.
  const needed = approvalsFor(batch.cost, rules);
  const isNeeded = needed !== 0;
  // An approval whose start time has passed allows no other time: the API asks again.
  const isUsable = open?.status === 'approved' && startKind(open, Date.now()) !== null;
  const isApproved = isUsable && !isOther && open.steps_given >= (needed ?? 0);
  const isLate =
    open !== null && open.terms.not_before !== null && Date.parse(open.terms.not_before) < Date.now();
  const label = plan.when === 'now' ? 'start.start' : 'start.schedule';
  const approvalsNeeded = isApproved ? 0 : needed;
  return (
    <Card id="start" title={t('start.title')}>
      <div className="form">
        <PlanFields plan={plan} change={change} />
        <PlanFaults plan={plan} faults={faults} />
        {isUndecided ? <p className="notice warn">{t('start.undecided')}</p> : null}
        {waits ? <p className="notice warn">{t(isNeeded ? 'start.waits' : 'start.waitsFreely')}</p> : null}
        {isLate ? <p className="notice warn">{t('start.late')}</p> : null}
        <Button
          kind="primary"
          isDisabled={faults.length > 0 || isUndecided || (waits && isNeeded) || batch.counts.waiting === 0}
          onPress={() =>
            setQuestion({
              plan,
              batch,
              approvals: approvalsNeeded,
              limit: limitOf(needed, rules),
            })
          }
        >
          {approvalsNeeded === null || approvalsNeeded === 0
            ? t(label, { rows: rowsOf(plan, batch), amount: money(batch.cost) })
            : t('ask.ask', { amount: money(batch.cost) })}
        </Button>
      </div>
      {question === null ? null : (
        <Confirmation question={question} current={batch} onClose={() => setQuestion(null)} />
      )}
    </Card>
  );
}
