import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { TopUpLink } from '../top-up-link.tsx';

/** Why a campaign buys nothing now, and what to do about it. */
export function PauseNotice({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { pause, shortfall, available, approved_cost: approved, charged, held } = batch;
  if (batch.status !== 'paused' || pause === null) return null;
  const reason = () => {
    switch (pause.code) {
      case 'requested':
        return t('pause.requested');
      case 'insufficient_balance':
        return t('pause.money', { shortfall: money(shortfall), available: money(available) });
      case 'spending_limit':
        return t('pause.limit');
      case 'price_changed': {
        const spent = { amount: charged.amount + held.amount, currency: charged.currency };
        return t('pause.prices', { approved: money(approved ?? spent), spent: money(spent) });
      }
      case 'first_rows_done':
        return t('pause.firstRows', { waiting: batch.counts.waiting });
      default:
        return pause.message;
    }
  };
  return (
    <div className="notice warn" role="status">
      <p>{reason()}</p>
      {pause.code === 'insufficient_balance' ? <TopUpLink /> : null}
    </div>
  );
}
