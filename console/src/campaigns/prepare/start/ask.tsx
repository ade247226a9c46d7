import { useState } from 'react';
import type { Approval, Batch } from '../../../../../clients/typescript/src/types.ts';
import { useSend } from '../../../app/data.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useRight, useSignedIn } from '../../../app/session.tsx';
import { othersOf } from '../../../approvals/own.ts';
import { useApprovers } from '../../../approvals/use-approvers.ts';
import { ConfirmButton } from '../../../ui/dialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Field } from '../../../ui/inputs.tsx';
import { Card, Fact, Money } from '../../../ui/parts.tsx';
import type { Approvals } from './approval.tsx';
import { type Plan, requestOf } from './plan.ts';
import { PlanFaults, PlanFields, PlanPoints } from './plan-fields.tsx';
import { usePlan } from './use-plan.ts';

const NOTE_MAX = 200;

/**
 * For people who need others before the campaign can start: when it starts and what it may cost.
 * @param needed how many must approve by the rules of the account, as far as the person may see them
 */
export function AskCard({
  batch,
  approvals,
  needed,
  onAsked,
}: {
  readonly batch: Batch;
  readonly approvals: Approvals;
  readonly needed: number;
  /** Called before the request is sent. What it returns is called if the request fails. */
  readonly onAsked: () => () => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { open, ended } = approvals;
  const { plan, change, faults, isChanged } = usePlan(batch, open ?? ended);
  const [note, setNote] = useState('');
  const isUndecided = batch.corrections?.state === 'proposed';
  const isSame = open !== null && !isChanged;
  return (
    <Card id="start" title={t('ask.title')}>
      <p>{useRight('batches:start') ? t('ask.introNeeded', { needed }) : t('ask.intro')}</p>
      <TooFew batch={batch} approvals={approvals} needed={needed} />
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
          onAsked={onAsked}
          label={t(open === null ? 'ask.ask' : 'ask.other', { amount: money(batch.cost) })}
          isDisabled={faults.length > 0 || isUndecided || isSame || batch.counts.waiting === 0}
        />
      </div>
    </Card>
  );
}

/** Warns if those who may approve are too few for this campaign. Neither who asks nor who prepared it may approve it. */
function TooFew({
  batch,
  approvals: { open, ended },
  needed,
}: {
  readonly batch: Batch;
  readonly approvals: Approvals;
  readonly needed: number;
}) {
  const { t } = useTexts();
  const { person } = useSignedIn();
  const all = useApprovers();
  if (all === null) return null;
  const prepared = (open ?? ended)?.prepared_by.map(({ id }) => id) ?? [];
  const others = othersOf(all, [person.id, batch.owner?.id, ...prepared]);
  return others < needed ? <p className="notice warn">{t('ask.tooFew', { others, needed })}</p> : null;
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
  onAsked,
  label,
  isDisabled,
}: {
  readonly plan: Plan;
  readonly batch: Batch;
  readonly note: string;
  readonly onAsked: () => () => void;
  readonly label: string;
  readonly isDisabled: boolean;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const amount = money(batch.cost);
  const ask = async () => {
    const { path, json } = requestOf(plan, batch, note);
    const takeBack = onAsked();
    try {
      await send('POST', path, { json });
    } catch (error) {
      takeBack();
      throw error;
    }
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
