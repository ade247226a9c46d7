import type { Approval, Batch } from '../../../clients/typescript/src/types.ts';

/** A request that starts or schedules a campaign. */
export interface StartCommand {
  readonly kind: 'start' | 'schedule';
  readonly path: string;
  readonly json: object;
}

/**
 * Starts or schedules a campaign exactly as its approval says; null if that is not possible any more: it has started, or
 * the approved time has passed or the approval has ended, so that a person must look at it.
 * @param now in ms
 */
export function startApproved(
  { terms, batch_id: id, expires_at }: Pick<Approval, 'terms' | 'batch_id' | 'expires_at'>,
  { status, send_between: hours }: Pick<Batch, 'status' | 'send_between'>,
  now: number,
): StartCommand | null {
  if (status !== 'ready' || Date.parse(expires_at) <= now) return null;
  const { approved_cost: cost, file_sha256, revision, send_between, not_before } = terms;
  const agreed = {
    approved_cost: { amount: cost.amount, currency: cost.currency },
    ...(file_sha256 === null ? {} : { file_sha256 }),
    revision,
    // Hours that stay as they are make no one a requester.
    ...(send_between === hours ? {} : { send_between }),
  };
  if (not_before === null) return { kind: 'start', path: `/v1/batches/${id}/start`, json: agreed };
  if (Date.parse(not_before) <= now) return null;
  return { kind: 'schedule', path: `/v1/batches/${id}/schedule`, json: { ...agreed, start_at: not_before } };
}
