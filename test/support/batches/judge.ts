import { createBundleTextReader } from '../../../domain/batch/bundle-text.ts';
import { createBundleChooser } from '../../../domain/batch/choose-bundle.ts';
import { toRowLayout } from '../../../services/batches/cells.ts';
import { readHeader } from '../../../services/batches/header.ts';
import { judgeRows } from '../../../services/batches/judge-rows.ts';
import { createNumberReader, NEVER_REPAIR } from '../../../services/batches/read-number.ts';
import type { AccountTerms } from '../../../services/batches/rows.ts';
import { createSeenPurchases } from '../../../services/batches/seen-purchases.ts';
import { type CampaignWish, NO_WISH } from '../../../services/batches/wish.ts';

const offer = (bundleId: string, networkId: string) => ({
  bundleId,
  networkId,
  name: '1 GB',
  dataMb: 1024,
  validityHours: 24,
  productCode: '1',
  price: 50_000,
});
/** What the account may buy: one bundle of 1 GB on each of two networks. */
const terms: AccountTerms = {
  offers: new Map([
    ['bnd_mtn', offer('bnd_mtn', 'net_mtn')],
    ['bnd_glo', offer('bnd_glo', 'net_glo')],
  ]),
  prefixes: new Map([
    ['+234803', 'net_mtn'],
    ['+234805', 'net_glo'],
    ['+234909', 'net_gone'],
  ]),
  networks: new Map([
    // Not accepting now: the dry run looks past that, for the row's turn may come later.
    ['net_mtn', { networkId: 'net_mtn', accepting: false, resolveWithinMs: 1 }],
    ['net_glo', { networkId: 'net_glo', accepting: true, resolveWithinMs: 1 }],
  ]),
};
const ported = new Map([['+2348030000999', 'net_glo']]);
/** The header of a row if a test gives no other. */
export const HEADER = ['phone_number', 'bundle_id', 'reference', 'network_id', 'metadata.note'];

/** Judges a row with these cells on line 7. */
export function judge(cells: readonly string[], header = HEADER, endLine = 7, wish: CampaignWish = NO_WISH) {
  const reading = readHeader(header, 1, new Map(), 'reject', wish);
  if (reading.kind === 'unusable') throw new Error(reading.rejection.message);
  const records = [{ line: 7, endLine, cells }];
  const [row] = judgeRows(records, {
    layout: toRowLayout(reading.columns),
    batchReference: 'camp',
    terms,
    ported,
    seen: createSeenPurchases(),
    duplicates: 'buy',
    readNumber: createNumberReader(NEVER_REPAIR, terms.prefixes),
    wishes: {
      campaign: wish,
      choose: createBundleChooser(terms.offers),
      readText: createBundleTextReader(terms.offers),
    },
  });
  if (row === undefined) throw new Error('no row');
  return row;
}
