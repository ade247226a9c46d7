import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { DataTable } from '../ui/table.tsx';
import { useStaffRight, useStaffSend } from './data.ts';
import { OutcomeFields, useOutcome } from './outcome.tsx';
import { confirmText, useResolutionText } from './resolve.tsx';
import type { Money, ResolvePurchases, StaffResolutionList, StaffStuckPurchase } from './types.ts';

/**
 * Settles the chosen purchases with one outcome, after a confirmation that names the amount, then shows the outcome of each.
 * @param purchases at most 100, as many as the API takes in one request
 */
export function ResolveSeveral({ purchases }: { readonly purchases: readonly StaffStuckPurchase[] }) {
  const { t } = useTexts();
  const { money, list } = useFormat();
  const send = useStaffSend();
  const mayResolve = useStaffRight('purchases:resolve');
  const given = useOutcome();
  const sayResult = useResolutionText();
  const [done, setDone] = useState<StaffResolutionList | null>(null);
  const count = purchases.length;
  if (!mayResolve || (count === 0 && done === null)) return null;
  const price = list(totals(purchases.map((purchase) => purchase.price)).map(money));
  const { outcome, evidence, reason } = given;
  const settle = async () => {
    if (outcome === '') return;
    const json: ResolvePurchases = { purchase_ids: purchases.map(({ id }) => id), outcome, evidence, reason };
    setDone(await send<StaffResolutionList>('/purchases/resolve', json));
  };
  return (
    <>
      <div className="actions">
        <ConfirmButton
          kind="danger"
          label={t('operations.resolveSeveral', { count })}
          title={t('operations.resolveSeveralTitle', { count, price })}
          confirm={t(confirmText(outcome), { price })}
          isConfirmDisabled={outcome === ''}
          isDisabled={count === 0}
          onConfirm={settle}
        >
          <OutcomeFields given={given} />
        </ConfirmButton>
      </div>
      {done === null ? null : (
        <div role="status">
          <DataTable
            caption={t('operations.resolutions')}
            rows={done.data}
            keyOf={({ purchase_id: id }) => id}
            columns={[
              { title: t('purchase.id'), cell: ({ purchase_id: id }) => <code>{id}</code> },
              { title: t('operations.result'), cell: sayResult },
            ]}
          />
        </div>
      )}
    </>
  );
}

/** The sum in each currency, in the order in which the currencies appear. */
export function totals(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ amount, currency }));
}
