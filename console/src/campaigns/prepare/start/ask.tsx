import { useState } from 'react';
import type { Approval, Batch } from '../../../../../clients/typescript/src/types.ts';
import { useSend } from '../../../app/data.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { ConfirmButton } from '../../../ui/dialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Field } from '../../../ui/inputs.tsx';
import { Card, Fact, Money } from '../../../ui/parts.tsx';
import type { Approvals } from './approval.tsx';
import { type Plan, requestOf } from './plan.ts';
import { PlanFaults, PlanFields, PlanPoints } from './plan-fields.tsx';
import { usePlan } from './use-plan.ts';

const NOTE_MAX = 200;

/** For people who prepare campaigns: when this one starts and what it may cost, to be approved and started by others. */
export function AskCard({
  batch,
  approvals: { open, rejected },
}: {
  readonly batch: Batch;
  readonly approvals: Approvals;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { plan, change, faults, isChanged } = usePlan(batch, open ?? rejected);
  const [note, setNote] = useState('');
  const isUndecided = batch.corrections?.state === 'proposed';
  const isSame = open !== null && !isChanged;
  return (
    <Card id="start" title={t('ask.title')}>
      <p>{t('ask.intro')}</p>
      <div className="form">
        <PlanFields plan={plan} change={change} isAsked />
        <dl className="facts">
          <Fact name={t('approvals.mostSpent')}>
            <Money {...batch.cost} />
          </Fact>
        </dl>
        <Field label={t('ask.note')} maxLength={NOTE_MAX} value={note} onChange={setNote} />
        <PlanFaults plan={plan} faults={faults} />
        {isUndecided ? <p className="notice warn">{t('start.undecided')}</p> : null}
        <Waiting open={open} />
        <AskButton
          plan={plan}
          batch={batch}
          note={note}
          label={t(open === null ? 'ask.ask' : 'ask.other', { amount: money(batch.cost) })}
          isDisabled={faults.length > 0 || isUndecided || isSame || batch.counts.waiting === 0}
        />
      </div>
    </Card>
  );
}

function Waiting({ open }: { readonly open: Approval | null }) {
  const { t } = useTexts();
  if (open === null) return null;
  return <p className="notice warn">{t(open.status === 'approved' ? 'ask.approved' : 'ask.waits')}</p>;
}

function AskButton({
  plan,
  batch,
  note,
  label,
  isDisabled,
}: {
  readonly plan: Plan;
  readonly batch: Batch;
  readonly note: string;
  readonly label: string;
  readonly isDisabled: boolean;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const amount = money(batch.cost);
  const ask = async () => {
    const { path, json } = requestOf(plan, batch, note);
    await send('POST', path, { json });
  };
  return (
    <ConfirmButton
      kind="primary"
      label={label}
      title={t('ask.confirmTitle', { amount })}
      confirm={t('ask.confirm', { amount })}
      isDisabled={isDisabled}
      onConfirm={ask}
    >
      <p>{t('ask.nothingStarts')}</p>
      <PlanPoints plan={plan} batch={batch} isAsked />
    </ConfirmButton>
  );
}
