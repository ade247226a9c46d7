import { useState } from 'react';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Button, Field } from '../../ui/inputs.tsx';
import { Problem } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';

const COST_CENTRE_CHARS_MAX = 60;

/** To which cost centre a campaign is charged. Finance adds up by it. */
export function CostCentre({ batch, mayChange }: { readonly batch: Batch; readonly mayChange: boolean }) {
  const { t } = useTexts();
  const send = useSend();
  const task = useTask();
  const known = batch.cost_centre ?? '';
  const [typed, setTyped] = useState(known);
  if (!mayChange) return known === '' ? null : <p>{`${t('finance.costCentre')}: ${known}`}</p>;
  const save = () =>
    void task.run(() => send('PATCH', `/v1/batches/${batch.id}`, { json: { cost_centre: typed.trim() } }));
  return (
    <div className="form">
      <Field
        label={t('finance.costCentre')}
        hint={t('labels.costCentreHint')}
        value={typed}
        onChange={setTyped}
        maxLength={COST_CENTRE_CHARS_MAX}
      />
      <Problem error={task.error} />
      <Button isDisabled={typed.trim() === known} isPending={task.isRunning} onPress={save}>
        {t('labels.saveCostCentre')}
      </Button>
    </div>
  );
}
