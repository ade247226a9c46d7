import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import type { TextKey } from '../../app/texts.ts';
import { Card, Money } from '../../ui/parts.tsx';

/** Where the money of a campaign is. The lines add up to its cost. */
export function MoneyCard({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { currency } = batch.cost;
  const lines: readonly (readonly [TextKey, number])[] = [
    ['money.charged', batch.charged.amount],
    ['money.refunded', -batch.refunded.amount],
    ['money.held', batch.held.amount],
    ['money.notSpent', batch.not_spent.amount],
  ];
  return (
    <Card title={t('money.title')}>
      <table className="equation">
        <caption className="hidden">{t('money.title')}</caption>
        <tbody>
          {lines.map(([key, amount]) => (
            <tr key={key}>
              <th scope="row">{t(key)}</th>
              <td className="right">
                <Money amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
          <tr className="sum">
            <th scope="row">{t('money.cost')}</th>
            <td className="right">
              <Money {...batch.cost} />
            </td>
          </tr>
        </tbody>
      </table>
      {batch.approved_cost === null ? null : (
        <p className="small">
          {t('money.approved')} <Money {...batch.approved_cost} />
        </p>
      )}
    </Card>
  );
}
