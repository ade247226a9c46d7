import { describe, expect, it } from 'vitest';
import type { ApprovalTerms } from '../../clients/typescript/src/types.ts';
import { startApproved } from '../../console/src/approvals/start-approved.ts';

const TERMS: ApprovalTerms = {
  file_sha256: 'ab',
  revision: 3,
  approved_cost: { amount: 3_000, currency: 'NGN' },
  not_before: null,
  send_between: '09:00-18:00',
  on_invalid: 'skip',
  on_insufficient_balance: 'pause',
  on_duplicate: 'skip',
  duplicate_window_hours: 72,
};
const NINE = '2026-12-01T09:00:00.000Z';
const AGREED = {
  approved_cost: { amount: 3_000, currency: 'NGN' },
  file_sha256: 'ab',
  revision: 3,
  send_between: '09:00-18:00',
};

describe('the start of an approved campaign', () => {
  const command = (terms: Partial<ApprovalTerms>, status: 'ready' | 'paused', now: string) =>
    startApproved({ batch_id: 'bat_1', terms: { ...TERMS, ...terms } }, { status }, Date.parse(now));

  it('is exactly what was approved, now or at its time', () => {
    expect(command({}, 'ready', NINE)).toEqual({
      kind: 'start',
      path: '/v1/batches/bat_1/start',
      json: AGREED,
    });
    expect(command({ not_before: NINE }, 'ready', '2026-12-01T08:59:59Z')).toEqual({
      kind: 'schedule',
      path: '/v1/batches/bat_1/schedule',
      json: { ...AGREED, start_at: NINE },
    });
  });

  it('is not offered once its time has passed, or when the campaign is not ready', () => {
    expect(command({ not_before: NINE }, 'ready', NINE)).toBeNull();
    expect(command({}, 'paused', NINE)).toBeNull();
  });
});
