import type { Balance, Statement } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import type { TextKey } from '../app/texts.ts';
import { useFormat } from '../ui/format.ts';
import { Badge, Money } from '../ui/parts.tsx';

/** The totals that change the balance. */
const MOVEMENTS = [
  ['purchases_successful', 'finance.charged'],
  ['reversals', 'finance.refunded'],
  ['funding', 'finance.funding'],
  ['adjustments', 'finance.adjustments'],
] as const satisfies readonly (readonly [keyof Statement['totals'], TextKey])[];

/** Opening balance plus all movements, in minor units: what the balance at the end must be. */
export function expectedClosing({ opening_balance: opening, totals }: Statement): number {
  return MOVEMENTS.reduce((sum, [name]) => sum + totals[name].amount, opening);
}

/**
 * The totals of a day as an addition, with whether it is right.
 * @param balance of now, for a day that is open; null until it is read
 */
export function Equation({
  statement,
  balance,
}: {
  readonly statement: Statement;
  readonly balance: Balance | null;
}) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { currency, totals } = statement;
  const expected = expectedClosing(statement);
  const now = balance === null ? null : balance.available.amount + balance.held.amount;
  const end = statement.closing_balance ?? now;
  return (
    <>
      <table className="equation">
        <caption className="hidden">{t('finance.equation')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('finance.movement')}</th>
            <th scope="col" className="right">
              {t('finance.count')}
            </th>
            <th scope="col" className="right">
              {t('finance.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('finance.opening')}</th>
            <td />
            <td className="right">
              <Money amount={statement.opening_balance} currency={currency} />
            </td>
          </tr>
          {MOVEMENTS.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">+ {t(text)}</th>
              <td className="right">{number(totals[name].count)}</td>
              <td className="right">
                <Money amount={totals[name].amount} currency={currency} />
              </td>
            </tr>
          ))}
          <tr className="sum">
            <th scope="row">= {t(statement.closing_balance === null ? 'finance.now' : 'finance.closing')}</th>
            <td />
            <td className="right">
              <Money amount={end ?? expected} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
      <p>{t('finance.failed', { count: totals.purchases_failed.count })}</p>
      {statement.closing_balance === null ? null : (
        <Verdict isRight={expected === statement.closing_balance} />
      )}
    </>
  );
}

function Verdict({ isRight }: { readonly isRight: boolean }) {
  const { t } = useTexts();
  return (
    <p>
      <Badge tone={isRight ? 'good' : 'bad'}>{t(isRight ? 'finance.addsUp' : 'finance.differs')}</Badge>
    </p>
  );
}
