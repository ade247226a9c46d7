import type { PurchaseId } from '../../../domain/ids.ts';
import type {
  AcceptKnowledge,
  AcceptRequest,
  AcceptVerdict,
  Offer,
  Refusal,
} from '../../../domain/purchase/accept.ts';
import { NO_RECENT_PURCHASES } from '../../../domain/purchase/repeat.ts';
import { NO_ROW_RULES } from '../../../domain/rules/purchase-rules.ts';

export const offer: Offer = {
  bundleId: 'bnd_mtn_1gb',
  networkId: 'net_mtn_ng',
  name: '1 GB',
  dataMb: 1_024,
  validityHours: 24,
  productCode: 'P1',
  price: 500,
};

export const glo: Offer = { ...offer, bundleId: 'bnd_glo_1gb', networkId: 'net_glo_ng' };

const OFFERS: ReadonlyMap<string, Offer> = new Map(
  [offer, glo, { ...offer, bundleId: 'bnd_9mobile_1gb', networkId: 'net_9mobile_ng' }].map((each) => [
    each.bundleId,
    each,
  ]),
);

const terms = (networkId: string, accepting = true) => ({ networkId, accepting, resolveWithinMs: 900_000 });

export const knowledge: AcceptKnowledge = {
  available: 10_000,
  known: new Map([['bought-before', { purchaseId: 'pur_earlier', fingerprint: 'same' }]]),
  ported: new Map([
    ['+2348030000001', 'net_glo_ng'],
    ['+2348030000002', 'net_elsewhere'],
  ]),
  networks: new Map([
    ['net_mtn_ng', terms('net_mtn_ng')],
    ['net_glo_ng', terms('net_glo_ng')],
    ['net_9mobile_ng', terms('net_9mobile_ng', false)],
  ]),
  recent: NO_RECENT_PURCHASES,
  left: new Map(),
  rules: NO_ROW_RULES,
  spending: null,
};

let made = 0;

/** A valid request with a new reference. */
export function request(change: Partial<AcceptRequest> = {}): AcceptRequest {
  made += 1;
  const purchaseId: PurchaseId = `pur_${made}`;
  return {
    purchaseId,
    reference: `order-${made}`,
    fingerprint: 'same',
    phoneNumber: '+2348031234567',
    bundleId: 'bnd_mtn_1gb',
    requestedNetworkId: null,
    offer,
    prefixNetworkId: 'net_mtn_ng',
    offers: OFFERS,
    repeatWindowHours: 0,
    release: null,
    ...change,
  };
}

export const accepted = (bought: Offer = offer): AcceptVerdict => ({
  kind: 'accepted',
  offer: bought,
  resolveWithinMs: 900_000,
});
export const refused = (refusal: Refusal): AcceptVerdict => ({ kind: 'refused', refusal });
