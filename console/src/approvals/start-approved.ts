import type { Approval, Batch } from '../../../clients/typescript/src/types.ts';

/** A request that starts or schedules a campaign. */
export interface StartCommand {
  readonly kind: 'start' | 'schedule';
  readonly path: string;
  readonly json: object;
}

/** How an approval lets its campaign start; null once its time has passed or it has ended. @param now in ms */
export function startKind(
  { terms: { not_before: at }, expires_at: expires }: Pick<Approval, 'terms' | 'expires_at'>,
  now: number,
): StartCommand['kind'] | null {
  if (Date.parse(expires) <= now) return null;
  if (at === null) return 'start';
  return Date.parse(at) <= now ? null : 'schedule';
}

/**
 * Starts or schedules a campaign exactly as its approval says; null if that is not possible any more: it has started, or
 * the approved time has passed or the approval has ended, so that a person must look at it.
 * @param now in ms
 */
export function startApproved(
  approval: Pick<Approval, 'terms' | 'batch_id' | 'expires_at'>,
  { status, send_between: hours }: Pick<Batch, 'status' | 'send_between'>,
  now: number,
): StartCommand | null {
  const { terms, batch_id: id } = approval;
  const kind = startKind(approval, now);
  if (status !== 'ready' || kind === null) return null;
  const { approved_cost: cost, file_sha256, revision, send_between, not_before } = terms;
  const agreed = {
    approved_cost: { amount: cost.amount, currency: cost.currency },
    ...(file_sha256 === null ? {} : { file_sha256 }),
    revision,
    // Hours that stay as they are make no one a requester.
    ...(send_between === hours ? {} : { send_between }),
  };
  const path = `/v1/batches/${id}/${kind}`;
  return { kind, path, json: kind === 'start' ? agreed : { ...agreed, start_at: not_before } };
}
