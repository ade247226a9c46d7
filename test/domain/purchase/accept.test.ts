import { describe, expect, it } from 'vitest';
import { type AcceptRequest, type AcceptVerdict, decide } from '../../../domain/purchase/accept.ts';
import { accepted, glo, knowledge, offer, refused, request } from '../../support/domain/accept-requests.ts';

describe('one request', () => {
  it('is accepted with the terms of its network', () => {
    expect(decide(knowledge, [request()])).toEqual([accepted()]);
  });

  it.each<[string, Partial<AcceptRequest>, AcceptVerdict]>([
    [
      'with a known reference and the same body is a replay, even if it could not be bought now',
      { reference: 'bought-before', offer: null },
      { kind: 'replayed', purchaseId: 'pur_earlier' },
    ],
    [
      'with a known reference and another body is a conflict',
      { reference: 'bought-before', fingerprint: 'other' },
      { kind: 'conflict', purchaseId: 'pur_earlier' },
    ],
    [
      'for a bundle that is not sold to the account is refused',
      { offer: null },
      refused({ kind: 'bundle_unavailable' }),
    ],
    [
      'for an unsold bundle and an unknown number is refused for the bundle',
      { offer: null, prefixNetworkId: null },
      refused({ kind: 'bundle_unavailable' }),
    ],
    [
      'for a number on no supported network is refused',
      { prefixNetworkId: null },
      refused({ kind: 'unsupported_network' }),
    ],
    [
      'for a number whose prefix belongs to a network we do not sell is refused',
      { prefixNetworkId: 'net_elsewhere' },
      refused({ kind: 'unsupported_network' }),
    ],
    [
      'for a number that moved to a network we do not sell is refused',
      { phoneNumber: '+2348030000002' },
      refused({ kind: 'unsupported_network' }),
    ],
    [
      'for a number that moved to another network is refused with that network',
      { phoneNumber: '+2348030000001' },
      refused({ kind: 'network_mismatch', detectedNetworkId: 'net_glo_ng' }),
    ],
    [
      'for a number that moved to the network of the bundle is accepted',
      { phoneNumber: '+2348030000001', offer: glo },
      accepted(glo),
    ],
    ['that names the right network is accepted', { requestedNetworkId: 'net_mtn_ng' }, accepted()],
    [
      'that names another network than the number is on is refused',
      { requestedNetworkId: 'net_glo_ng' },
      refused({ kind: 'network_mismatch', detectedNetworkId: 'net_mtn_ng' }),
    ],
    [
      'that names the right network and a bundle of another is refused',
      { requestedNetworkId: 'net_mtn_ng', offer: glo },
      refused({ kind: 'network_mismatch', detectedNetworkId: 'net_mtn_ng' }),
    ],
    [
      'on a network that takes no purchases is refused before the balance is looked at',
      {
        prefixNetworkId: 'net_9mobile_ng',
        offer: { ...offer, networkId: 'net_9mobile_ng', price: 1_000_000 },
      },
      refused({ kind: 'network_unavailable', networkId: 'net_9mobile_ng' }),
    ],
    [
      'that costs one kobo more than the balance is refused',
      { offer: { ...offer, price: 10_001 } },
      refused({ kind: 'insufficient_balance' }),
    ],
    [
      'that costs exactly the balance is accepted',
      { offer: { ...offer, price: 10_000 } },
      accepted({ ...offer, price: 10_000 }),
    ],
  ])('%s', (_, change, expected) => {
    expect(decide(knowledge, [request(change)])).toEqual([expected]);
  });
});
