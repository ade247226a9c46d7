import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../domain/purchase/diagnosis.ts';
import type { PurchaseFacts } from '../../../domain/purchase/facts.ts';
import type { TakenBack } from '../../../domain/purchase/late-settlement.ts';
import { later, pending } from '../../support/domain/pending-facts.ts';

describe('a purchase that failed at its deadline', () => {
  const failed = (facts: Partial<PurchaseFacts>) => {
    const all = pending(1_000, facts);
    const state = { status: 'failed', completedAt: later(900), failureCode: 'network_timeout' } as const;
    return diagnose({ ...all, purchase: { ...all.purchase, state } });
  };
  const late = (
    resolution: string | null,
    source = 'callback',
    takenBack: TakenBack = 'no',
    facts: Partial<PurchaseFacts> = {},
  ) => failed({ lateConfirmation: { recordedAt: later(950), resolution, source, takenBack }, ...facts });

  it('may still be delivered while the network is asked', () => {
    const { cause, sentence } = failed({ lateInquiry: { until: later(9_000), outcome: null } });
    expect(cause).toBe('late_inquiry');
    expect(sentence).toContain('may still arrive');
    expect(sentence).toContain(`until ${later(9_000).toISOString()}`);
  });

  it('was delivered late, as the network reported or a person recorded', () => {
    expect(late(null)).toMatchObject({
      cause: 'late_confirmation',
      sentence: expect.stringMatching(/delivered after .* The network reported this/),
    });
    expect(late(null, 'operator').sentence).toContain('A staff member recorded this on evidence');
  });

  it.each([
    ['charged_by_agreement', 'its price was charged as an adjustment'],
    ['settled_with_network', 'not charged. The cost was settled with the network'],
    ['written_off', 'not charged. The cost was written off'],
    ['reversed by the network', 'not charged. How it ended: reversed by the network'],
  ])('was delivered late, and says how that ended: %s', (resolution, words) => {
    const { cause, sentence } = late(resolution);
    expect(cause).toBe('late_settled');
    expect(sentence).toContain(words);
    expect(sentence).not.toContain('Nothing was charged');
  });

  it('was charged by agreement and then reversed: the client must get a refund, also while gateways are asked', () => {
    const inquiry = { lateInquiry: { until: later(9_000), outcome: null } };
    const { cause, sentence } = late('charged_by_agreement', 'callback', 'refund_due', inquiry);
    expect(cause).toBe('late_refund_due');
    expect(sentence).toMatch(
      /price was charged .* reversed the delivery since, so the client must get a refund/,
    );
  });

  it.each(['charged_by_agreement', 'written_off', 'taken back by the network'])(
    'was reversed, with the resolution %s, and nothing is left to do',
    (resolution) => {
      const { cause, sentence } = late(resolution, 'callback', 'yes');
      expect(cause).toBe('late_settled');
      expect(sentence).toContain('The network has reversed the delivery.');
      expect(sentence).not.toContain('refund');
    },
  );

  it('was delivered late and decided, also while other gateways are still asked', () => {
    const inquiry = { lateInquiry: { until: later(9_000), outcome: null } };
    expect(late('charged_by_agreement', 'callback', 'no', inquiry).cause).toBe('late_settled');
  });
});
