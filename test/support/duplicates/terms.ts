import { createBundleChooser } from '../../../domain/batch/choose-bundle.ts';
import type { Offer } from '../../../domain/purchase/accept.ts';
import { toRowLayout } from '../../../services/batches/cells.ts';
import { createNumberReader, NEVER_REPAIR } from '../../../services/batches/read-number.ts';
import type { SeenPurchases } from '../../../services/batches/seen-purchases.ts';
import { NO_WISH } from '../../../services/batches/wish.ts';

export const OFFERS: ReadonlyMap<string, Offer> = new Map(
  ['bnd_small', 'bnd_large'].map((bundleId) => [
    bundleId,
    { bundleId, networkId: 'net', name: '1 GB', dataMb: 1, validityHours: 1, productCode: '1', price: 1 },
  ]),
);
export const NETWORKS = new Map([['net', { networkId: 'net', accepting: true, resolveWithinMs: 1 }]]);
export const TERMS = { offers: OFFERS, prefixes: new Map([['+234803', 'net']]), networks: NETWORKS };
export const READ_NUMBER = createNumberReader(NEVER_REPAIR, TERMS.prefixes);
export const WISHES = {
  campaign: NO_WISH,
  choose: createBundleChooser(OFFERS),
  readText: { isText: () => false, find: () => null },
};
export const LAYOUT = toRowLayout([
  { name: 'phone_number', target: 'phone_number' },
  { name: 'bundle_id', target: 'bundle_id' },
  { name: 'result.state', target: null },
]);

/** As the real one, which is made for a million rows. */
export function createSeen(): SeenPurchases {
  const lines = new Map<string, number>();
  return {
    note(phoneNumber, bundleId, line) {
      const key = `${phoneNumber} ${bundleId}`;
      const first = lines.get(key) ?? null;
      if (first === null) lines.set(key, line);
      return first;
    },
  };
}
