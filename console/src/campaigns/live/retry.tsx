import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Batch, BatchOutcome } from '../../../../clients/typescript/src/types.ts';
import { Failure } from '../../app/api.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { useFormat } from '../../ui/format.ts';
import { Button } from '../../ui/inputs.tsx';
import { Card, Problem } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { amountIn, rowsIn, useBreakdown } from './outcomes.tsx';

/** After the end: how many rows may work if they are tried again, and how many never will. */
export function RetryCard({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const mayCreate = useRight('batches:create');
  const { data } = useBreakdown(batch);
  const { status, counts } = batch;
  const hasEnded = (status === 'completed' || status === 'canceled') && counts.pending === 0;
  const outcomes = data?.outcomes ?? [];
  const of = (chance: BatchOutcome['retry']) => outcomes.filter(({ retry }) => retry === chance);
  const [mayWork, withCare, never] = [of('may_work'), of('with_care'), of('never')];
  if (!hasEnded || mayWork.length + withCare.length + never.length === 0) return null;
  return (
    <Card title={t('retry.title')}>
      <ul>
        <li>{t('retry.mayWork', { count: rowsIn(mayWork) })}</li>
        {withCare.length === 0 ? null : <li>{t('retry.withCare', { count: rowsIn(withCare) })}</li>}
        <li>{t('retry.never', { count: rowsIn(never) })}</li>
      </ul>
      {mayCreate && mayWork.length + withCare.length > 0 ? (
        <Retry batch={batch} mayWork={mayWork} withCare={withCare} />
      ) : null}
    </Card>
  );
}

/** Makes a new campaign, which buys nothing before it is started, so it asks nothing here. */
function Retry({
  batch,
  mayWork,
  withCare,
}: {
  readonly batch: Batch;
  readonly mayWork: readonly BatchOutcome[];
  readonly withCare: readonly BatchOutcome[];
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const navigate = useNavigate();
  const task = useTask();
  const [isCareful, setCareful] = useState(false);
  const chosen = isCareful ? [...mayWork, ...withCare] : mayWork;
  const retry = async () => {
    const reasons = [...new Set(chosen.flatMap(({ reason }) => reason ?? []))];
    const made = await send<Batch>('POST', `/v1/batches/${batch.id}/retry`, { json: { reasons } });
    await navigate({ to: '/campaigns/$batchId', params: { batchId: made.id } });
  };
  const open = task.error instanceof Failure ? task.error.details.batch_id : undefined;
  const amount = money({ amount: amountIn(chosen), currency: batch.cost.currency });
  return (
    <>
      {withCare.length === 0 ? null : (
        <label className="tick">
          <input type="checkbox" checked={isCareful} onChange={({ target }) => setCareful(target.checked)} />{' '}
          {t('retry.include')}
        </label>
      )}
      <p className="hint">{t('retry.hint')}</p>
      <Problem error={task.error} />
      {typeof open === 'string' ? (
        <p>
          <Link to="/campaigns/$batchId" params={{ batchId: open }}>
            {t('retry.open')}
          </Link>
        </p>
      ) : null}
      <div className="actions">
        <Button
          kind="primary"
          isDisabled={chosen.length === 0}
          isPending={task.isRunning}
          onPress={() => void task.run(retry)}
        >
          {t('retry.submit', { count: rowsIn(chosen), amount })}
        </Button>
      </div>
    </>
  );
}
