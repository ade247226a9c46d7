import type { PurchaseFacts } from '../../../domain/purchase/facts.ts';
import { orderWith } from './orders.ts';

export const AT = new Date('2026-03-01T12:00:00.000Z');
export const later = (seconds: number) => new Date(AT.getTime() + seconds * 1_000);

/** A purchase that is pending after so many seconds, with all parts well. */
export function pending(seconds: number, facts: Partial<PurchaseFacts>): PurchaseFacts {
  return {
    now: later(seconds),
    purchase: {
      order: orderWith({ createdAt: AT, resolveBy: later(900) }),
      state: { status: 'pending' },
    },
    gatewayTimeoutMs: 10_000,
    submissions: [],
    callbacks: [],
    events: [],
    start: null,
    lateConfirmation: null,
    lateInquiry: null,
    platform: { relayAlive: true, temporalReached: true },
    ...facts,
  };
}
