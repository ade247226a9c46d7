import { describe, expect, it } from 'vitest';
import { decide } from '../../../domain/purchase/accept.ts';
import { type EarlierPurchase, findRepeat, repeatKey } from '../../../domain/purchase/repeat.ts';
import { accepted, knowledge, offer, refused, request } from '../../support/domain/accept-requests.ts';

const now = new Date('2026-11-23T12:00:00Z');
const ago = (hours: number, ms = 0) => new Date(now.getTime() - hours * 3_600_000 + ms);
const bought = (at: Date): EarlierPurchase => ({ purchaseId: 'pur_before', reference: 'before', at });

it.each([
  ['one hour ago, within three', ago(1), 3, true],
  ['one millisecond within the window', ago(72, 1), 72, true],
  ['exactly a window ago', ago(72), 72, false],
  ['longer ago than the window', ago(73), 72, false],
  ['a moment ahead of this clock', ago(0, 5), 1, true],
  ['just now, without a window', ago(0), 0, false],
])('a purchase %s', (_when, at, hours, repeats) => {
  expect(findRepeat(bought(at), now, hours)).toEqual(repeats ? bought(at) : null);
});

it('nothing is repeated where nothing was bought', () => {
  expect(findRepeat(undefined, now, 72)).toBeNull();
});

describe('a request with a window', () => {
  const earlier = bought(ago(1));
  const same = { phoneNumber: '+2348031234567', bundleId: offer.bundleId };
  const known = { ...knowledge, recent: { now, latest: new Map([[repeatKey(same), earlier]]) } };

  it('is held back by an earlier purchase of its number and bundle', () => {
    expect(decide(known, [request({ repeatWindowHours: 72 })])).toEqual([{ kind: 'repeated', earlier }]);
  });

  it.each([
    ['another number', { phoneNumber: '+2348031234568' }],
    ['another bundle', { bundleId: 'bnd_mtn_2gb' }],
    ['a shorter window', { repeatWindowHours: 1 }],
    ['no window', { repeatWindowHours: 0 }],
  ])('is bought with %s', (_what, change) => {
    expect(decide(known, [request({ repeatWindowHours: 72, ...change })])).toEqual([accepted()]);
  });

  it('is held back even if it could not be bought, so that it neither waits nor pauses its campaign', () => {
    const poor = { ...known, available: 0 };
    expect(decide(poor, [request({ repeatWindowHours: 72 })])).toEqual([{ kind: 'repeated', earlier }]);
    expect(decide(known, [request({ repeatWindowHours: 72, offer: null })])).toEqual([
      { kind: 'repeated', earlier },
    ]);
  });

  it('is a replay first: a purchase never holds back its own row', () => {
    const own = request({ repeatWindowHours: 72 });
    const purchased = { purchaseId: own.purchaseId, fingerprint: own.fingerprint };
    const recorded = { ...known, known: new Map([[own.reference, purchased]]) };
    expect(decide(recorded, [own])).toEqual([{ kind: 'replayed', purchaseId: own.purchaseId }]);
  });

  it('is held back by a purchase that is accepted in the same transaction, single or not', () => {
    const nothing = { ...knowledge, recent: { now, latest: new Map() } };
    const single = request({ repeatWindowHours: 0 });
    const row = request({ repeatWindowHours: 72 });
    const { purchaseId, reference } = single;
    expect(decide(nothing, [single, row])).toEqual([
      accepted(),
      { kind: 'repeated', earlier: { purchaseId, reference, at: now } },
    ]);
    expect(decide(nothing, [row, single])).toEqual([accepted(), accepted()]);
  });

  it('is not held back by one that is refused in the same transaction', () => {
    const nothing = { ...knowledge, recent: { now, latest: new Map() } };
    const refusal = refused({ kind: 'unsupported_network' });
    const elsewhere = request({ repeatWindowHours: 72, prefixNetworkId: null });
    expect(decide(nothing, [elsewhere, request({ repeatWindowHours: 72 })])).toEqual([refusal, accepted()]);
  });
});
