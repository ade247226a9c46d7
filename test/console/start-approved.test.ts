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
const EXPIRES = '2026-12-04T09:00:00.000Z';

describe('the start of an approved campaign', () => {
  const command = (
    terms: Partial<ApprovalTerms>,
    status: 'ready' | 'paused',
    now: string,
    hours: string | null = null,
  ) =>
    startApproved(
      { batch_id: 'bat_1', terms: { ...TERMS, ...terms }, expires_at: EXPIRES },
      { status, send_between: hours },
      Date.parse(now),
    );

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

  it('leaves out the hours that the campaign has already', () => {
    const { send_between: _, ...others } = AGREED;
    expect(command({}, 'ready', NINE, '09:00-18:00')?.json).toEqual(others);
  });

  it('is not offered once its time has passed, the approval has ended, or the campaign is not ready', () => {
    expect(command({}, 'ready', EXPIRES)).toBeNull();
    expect(command({ not_before: NINE }, 'ready', NINE)).toBeNull();
    expect(command({}, 'paused', NINE)).toBeNull();
  });
});
