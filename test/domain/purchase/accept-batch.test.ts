import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AcceptRequest, type AcceptVerdict, decide } from '../../../domain/purchase/accept.ts';
import { accepted, knowledge, offer, refused, request } from '../../support/domain/accept-requests.ts';

describe('many requests together', () => {
  it('each get a verdict; a refused one takes nothing from the others', () => {
    const first = request({ reference: 'first' });
    const batch: [AcceptRequest, AcceptVerdict][] = [
      [first, accepted()],
      [request({ reference: 'bought-before' }), { kind: 'replayed', purchaseId: 'pur_earlier' }],
      [
        request({ reference: 'bought-before', fingerprint: 'other' }),
        { kind: 'conflict', purchaseId: 'pur_earlier' },
      ],
      [request({ offer: null }), refused({ kind: 'bundle_unavailable' })],
      [
        request({ reference: 'dear', offer: { ...offer, price: 9_501 } }),
        refused({ kind: 'insufficient_balance' }),
      ],
      [request({ reference: 'first' }), { kind: 'replayed', purchaseId: first.purchaseId }],
      [
        request({ reference: 'first', fingerprint: 'other' }),
        { kind: 'conflict', purchaseId: first.purchaseId },
      ],
      [request({ offer: { ...offer, price: 9_000 } }), accepted({ ...offer, price: 9_000 })],
      [request(), accepted()],
      [request({ offer: { ...offer, price: 1 } }), refused({ kind: 'insufficient_balance' })],
    ];
    expect(
      decide(
        knowledge,
        batch.map(([one]) => one),
      ),
    ).toEqual(batch.map(([, verdict]) => verdict));
  });

  it('leave the reference of a refused request free for the next', () => {
    const good = request({ reference: 'again' });
    const batch = [request({ reference: 'again', offer: null }), good, request({ reference: 'again' })];
    expect(decide(knowledge, batch)).toEqual([
      refused({ kind: 'bundle_unavailable' }),
      accepted(),
      { kind: 'replayed', purchaseId: good.purchaseId },
    ]);
  });

  it('that race for exactly k prices are accepted k times', () => {
    const race = Array.from({ length: 50 }, () => request());
    const kinds = decide({ ...knowledge, available: 17 * 500 + 499 }, race).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(17).fill('accepted'), ...Array(33).fill('refused')]);
  });

  it('never cost more than the balance, and do not change their input', () => {
    const asked = fc.record({
      reference: fc.constantFrom('a', 'b', 'c', 'd'),
      price: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(asked), fc.nat(2_000), (wishes, available) => {
        const batch = wishes.map(({ reference, price }) =>
          request({ reference, fingerprint: String(price), offer: { ...offer, price } }),
        );
        const verdicts = decide({ ...knowledge, available }, batch);
        const bought = verdicts.flatMap((verdict) =>
          verdict.kind === 'accepted' ? [verdict.offer.price] : [],
        );
        expect(verdicts).toHaveLength(batch.length);
        expect(bought.reduce((total, price) => total + price, 0)).toBeLessThanOrEqual(available);
        expect(bought.length).toBeLessThanOrEqual(4);
        expect(knowledge.known.size).toBe(1);
      }),
    );
  });
});
