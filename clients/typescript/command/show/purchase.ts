import type { Purchase } from '../../src/index.ts';
import { EXIT, type ExitCode, type Shown } from '../spec.ts';
import { fields, moneyText, time } from './layout.ts';

/** A purchase on the screen. It ends with 1 if nothing was delivered, or if the delivery was reversed. */
export function shownPurchase(purchase: Purchase, more: object = {}): Shown {
  const { bundle, failure, reversal } = purchase;
  return {
    json: { ...purchase, ...more },
    text: fields([
      ['Purchase', purchase.id],
      ['Reference', purchase.reference],
      ['Status', purchase.status],
      ['Number', `${purchase.phone_number} (${purchase.network_id})`],
      ['Bundle', `${bundle.name} (${bundle.id})`],
      ['Price', `${moneyText(purchase.price)}, ${MONEY[purchase.status]}`],
      ['Created', time(purchase.created_at)],
      ...(purchase.status === 'pending' ? ([['Final by', time(purchase.resolve_by)]] as const) : []),
      ...(failure === null ? [] : ([['Why it failed', `${failure.message} (${failure.code})`]] as const)),
      ...(reversal === null ? [] : ([['Reversed', reversal.reason]] as const)),
    ]),
    exitCode: toExitCode(purchase),
  };
}

/** Where the money is. */
const MONEY: Readonly<Record<Purchase['status'], string>> = {
  pending: 'held',
  successful: 'charged',
  failed: 'not charged',
  reversed: 'refunded',
};

function toExitCode({ status }: Purchase): ExitCode {
  return status === 'failed' || status === 'reversed' ? EXIT.notDone : EXIT.done;
}
