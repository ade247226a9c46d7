import type { Balance } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import type { TextKey } from '../app/texts.ts';
import { useFormat } from '../ui/format.ts';
import { Badge, Money } from '../ui/parts.tsx';
import { type Books, expectedClosing, MOVEMENTS } from './books.ts';

const NAMES: Readonly<Record<(typeof MOVEMENTS)[number], TextKey>> = {
  purchases_successful: 'finance.charged',
  reversals: 'finance.refunded',
  funding: 'finance.funding',
  adjustments: 'finance.adjustments',
};

/**
 * The totals of a day or of several days as an addition, with whether it is right.
 * @param balance of now, for a day that is open; null until it is read
 * @param differing days inside the period that do not add up
 */
export function Equation({
  books,
  balance,
  differing = [],
}: {
  readonly books: Books;
  readonly balance: Balance | null;
  readonly differing?: readonly string[];
}) {
  const { t } = useTexts();
  const { number, day, money } = useFormat();
  const { currency, totals, opening, closing } = books;
  const expected = expectedClosing(books);
  const now = balance === null ? null : balance.available.amount + balance.held.amount;
  const end = closing ?? now;
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
              <Money amount={opening} currency={currency} />
            </td>
          </tr>
          {MOVEMENTS.map((name) => (
            <tr key={name}>
              <th scope="row">+ {t(NAMES[name])}</th>
              <td className="right">{number(totals[name].count)}</td>
              <td className="right">
                <Money amount={totals[name].amount} currency={currency} />
              </td>
            </tr>
          ))}
          <tr className="sum">
            <th scope="row">= {t(closing === null ? 'finance.now' : 'finance.closing')}</th>
            <td />
            <td className="right">
              <Money amount={end ?? expected} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
      <p>{t('finance.failed', { count: totals.purchases_failed.count })}</p>
      {closing === null && balance !== null && now === expected ? (
        <p>
          <Badge tone="good">{t('finance.addsUp')}</Badge>{' '}
          {t('finance.availableAndHeld', { available: money(balance.available), held: money(balance.held) })}
        </p>
      ) : null}
      {closing === null ? null : <Verdict isRight={expected === closing && differing.length === 0} />}
      {differing.length === 0 ? null : (
        <p>{t('finance.daysDiffer', { days: differing.map((one) => day(one)).join(', ') })}</p>
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
