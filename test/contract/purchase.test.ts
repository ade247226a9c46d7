import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../contract/errors.ts';
import { PurchaseResource, renderPurchase } from '../../contract/purchase.ts';
import type { PurchaseState } from '../../domain/purchase/purchase.ts';
import { orderWith } from '../support/domain/orders.ts';

const ORDER = orderWith({
  metadata: { campaign: 'december' },
  createdAt: new Date('2026-11-20T09:30:00.000Z'),
  resolveBy: new Date('2026-11-20T09:45:00.000Z'),
});
const completedAt = new Date('2026-11-20T09:31:00.005Z');
const confirmedAt = new Date('2026-11-20T09:30:59.000Z');
const delivery = { confirmedAt, networkReference: 'N-1' };
const NOTHING = { completed_at: null, delivery: null, failure: null, reversal: null };
const COMPLETED = { ...NOTHING, completed_at: '2026-11-20T09:31:00.005Z' };
const DELIVERED = { confirmed_at: '2026-11-20T09:30:59.000Z', network_reference: 'N-1' };

describe('a purchase as clients see it', () => {
  it.each<[string, PurchaseState, object]>([
    ['[purchase.fields] pending', { status: 'pending' }, NOTHING],
    [
      '[purchase.fields] [purchase.completed_at] [purchase.delivery] successful',
      { status: 'successful', completedAt, delivery },
      { ...COMPLETED, delivery: DELIVERED },
    ],
    [
      '[purchase.fields] successful without a network reference',
      { status: 'successful', completedAt, delivery: { confirmedAt, networkReference: null } },
      { ...COMPLETED, delivery: { confirmed_at: DELIVERED.confirmed_at } },
    ],
    [
      '[purchase.fields] [purchase.failure] failed',
      { status: 'failed', completedAt, failureCode: 'network_timeout' },
      { ...COMPLETED, failure: { code: 'network_timeout', message: expect.any(String) } },
    ],
    [
      '[purchase.fields] [purchase.reversal] reversed',
      {
        status: 'reversed',
        completedAt,
        delivery,
        reversal: { reversedAt: new Date('2026-12-01T00:00:00.000Z'), reason: 'Credited by mistake' },
      },
      {
        ...COMPLETED,
        delivery: DELIVERED,
        reversal: { reversed_at: '2026-12-01T00:00:00.000Z', reason: 'Credited by mistake' },
      },
    ],
  ])('%s', (_name, state, expected) => {
    const shown = renderPurchase({ order: ORDER, state });
    expect(shown).toEqual({
      id: ORDER.id,
      object: 'purchase',
      reference: 'order-1',
      status: state.status,
      phone_number: '+2348031234567',
      network_id: 'net_mtn_ng',
      bundle: { id: 'bnd_1gb', name: '1 GB', data_mb: 1_024, validity_hours: 24 },
      price: { amount: 50_000, currency: 'NGN' },
      created_at: '2026-11-20T09:30:00.000Z',
      resolve_by: '2026-11-20T09:45:00.000Z',
      metadata: { campaign: 'december' },
      ...expected,
    });
    expect(PurchaseResource.strict().parse(shown)).toEqual(shown);
  });
});

describe('the error codes', () => {
  it('[errors.codes] are those of the contract with their status and retryable, and those added in v1', () => {
    expect(
      Object.fromEntries(Object.entries(ERRORS).map(([code, e]) => [code, [e.status, e.retryable]])),
    ).toEqual({
      invalid_request: [400, false],
      invalid_phone_number: [400, false],
      invalid_api_key: [401, false],
      spend_cap_exceeded: [402, false],
      not_signed_in: [401, false],
      ip_not_allowed: [403, false],
      permission_denied: [403, false],
      not_found: [404, false],
      insufficient_balance: [402, false],
      reference_conflict: [409, false],
      approval_mismatch: [409, false],
      approval_required: [409, false],
      bundle_unavailable: [422, false],
      network_mismatch: [422, false],
      unsupported_network: [422, false],
      bundle_not_allowed: [422, false],
      spending_limit: [422, false],
      number_blocked: [422, false],
      address_locked_out: [422, false],
      webhook_endpoint_exists: [409, false],
      secret_rotation_under_way: [409, false],
      api_key_limit: [422, false],
      api_key_revoked: [409, false],
      webhook_endpoint_limit: [422, false],
      webhook_endpoint_disabled: [422, false],
      webhook_endpoint_missing: [422, false],
      rate_limited: [429, true],
      internal_error: [500, true],
      network_unavailable: [503, true],
    });
  });
});
