import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Batch, BatchOutcome } from '../../../../clients/typescript/src/types.ts';
import { Failure } from '../../app/api.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/parts.tsx';
import { amountIn, rowsIn, useBreakdown } from './outcomes.tsx';

/** How many rows that were not delivered may work if they are bought again, how many never will, and the button that does it. */
export function RetryCard({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { data } = useBreakdown(batch);
  const outcomes = data?.outcomes ?? [];
  const of = (chance: BatchOutcome['retry']) => outcomes.filter(({ retry }) => retry === chance);
  const [mayWork, withCare, never] = [of('may_work'), of('with_care'), of('never')];
  if (mayWork.length + withCare.length + never.length === 0) return null;
  return (
    <Card title={t('retry.title')}>
      <ul>
        <li>{t('retry.mayWork', { count: rowsIn(mayWork) })}</li>
        {withCare.length === 0 ? null : <li>{t('retry.withCare', { count: rowsIn(withCare) })}</li>}
        <li>{t('retry.never', { count: rowsIn(never) })}</li>
      </ul>
      <Retry batch={batch} mayWork={mayWork} withCare={withCare} />
    </Card>
  );
}

/** Makes a new campaign of rows. It costs what the dialog says, and buys nothing before it is started. */
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
  const [isCareful, setCareful] = useState(false);
  const chosen = isCareful ? [...mayWork, ...withCare] : mayWork;
  const off = useWhyOff(batch, rowsIn(chosen), withCare.length > 0);
  const amount = money({ amount: amountIn(chosen), currency: batch.cost.currency });
  const count = rowsIn(chosen);
  const { retry, existing } = useRetry(batch, chosen);
  return (
    <>
      {withCare.length === 0 ? null : (
        <label className="tick no-print">
          <input type="checkbox" checked={isCareful} onChange={({ target }) => setCareful(target.checked)} />{' '}
          {t('retry.include')}
        </label>
      )}
      {off === null ? null : <p className="hint no-print">{t(`retry.off.${off}`)}</p>}
      <div className="actions">
        <ConfirmButton
          kind="primary"
          label={count === 0 ? t('retry.submitNone') : t('retry.submit', { count, amount })}
          title={t('retry.confirmTitle', { count, amount })}
          confirm={t('retry.confirm')}
          isDisabled={off !== null}
          onConfirm={retry}
        >
          <p>{t('retry.cost', { count, amount })}</p>
          <p>{t('retry.hint')}</p>
          {existing === null ? null : (
            <p>
              <Link to="/campaigns/$batchId" params={{ batchId: existing }}>
                {t('retry.open')}
              </Link>
            </p>
          )}
        </ConfirmButton>
      </div>
    </>
  );
}

/** Makes the new campaign and opens it. `existing` is the one that a colleague has made already, if there is one. */
function useRetry({ id }: Batch, chosen: readonly BatchOutcome[]) {
  const send = useSend();
  const navigate = useNavigate();
  const [existing, setExisting] = useState<string | null>(null);
  const retry = async () => {
    const reasons = [...new Set(chosen.flatMap(({ reason }) => reason ?? []))];
    try {
      const made = await send<Batch>('POST', `/v1/batches/${id}/retry`, { json: { reasons } });
      await navigate({ to: '/campaigns/$batchId', params: { batchId: made.id } });
    } catch (error) {
      const open = error instanceof Failure ? error.details.batch_id : undefined;
      if (typeof open === 'string') setExisting(open);
      throw error;
    }
  };
  return { retry, existing };
}

/** Why rows cannot be bought again now; null if they can. */
function useWhyOff(
  { status, counts }: Batch,
  chosen: number,
  hasOthers: boolean,
): 'running' | 'pending' | 'noRight' | 'careful' | 'never' | null {
  const mayCreate = useRight('batches:create');
  if (!mayCreate) return 'noRight';
  if (status !== 'completed' && status !== 'canceled') return 'running';
  if (counts.pending > 0) return 'pending';
  if (chosen > 0) return null;
  return hasOthers ? 'careful' : 'never';
}
