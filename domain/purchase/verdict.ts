import type { GatewayReply } from './gateway-reply.ts';
import type { OutcomeReport } from './purchase.ts';

/**
 * The result of a submission, an inquiry or the deadline of a purchase. Services, activities and workflows share these words,
 * and a workflow branches on nothing else. Temporal stores them, so they hold no personal data.
 */
export type Verdict =
  /** Final: this report was booked. */
  | { readonly kind: 'settled'; readonly report: OutcomeReport['kind'] }
  /** Final already: settled elsewhere. */
  | { readonly kind: 'already_final' }
  /** The network has the order and will report the outcome. */
  | Replied<'accepted'>
  /** The network may have the order; its outcome is unknown. */
  | Replied<'unknown'>
  /** Certainly not received. Do not send it again: the gateway does not deduplicate our key. */
  | Replied<'not_received'>
  /** Certainly not received, or waiting for a second submission. Send it again after `afterMs` milliseconds. */
  | (Replied<'resendable'> & { readonly afterMs: number })
  /** Too close to `resolve_by` to send: the deadline decides. */
  | { readonly kind: 'too_late' }
  /** Still pending: by PostgreSQL's clock it is not time to settle it. */
  | { readonly kind: 'not_due' };

interface Replied<Kind extends string> {
  readonly kind: Kind;
  /** For people; null where no answer was recorded. */
  readonly reply: GatewayReply | null;
}

type Of<Kind extends Verdict['kind']> = Extract<Verdict, { kind: Kind }>;

/** What one submission can come to. */
export type SubmitVerdict = Of<
  'settled' | 'already_final' | 'accepted' | 'unknown' | 'resendable' | 'too_late'
>;

/** What one inquiry can find. */
export type InquiryVerdict = Of<'settled' | 'accepted' | 'unknown' | 'not_received' | 'resendable'>;

/** What the deadline can come to. */
export type ExpiryVerdict = Of<'settled' | 'already_final' | 'not_due'>;

/** The gateway delivers nothing of the order, and another gateway of the network gets it next. */
export const CLEARED: GatewayReply = { kind: 'refused', reason: 'other_route' };

/** Whether another gateway gets the order next. */
export function goesElsewhere(verdict: InquiryVerdict): boolean {
  return 'reply' in verdict && verdict.reply?.kind === 'refused' && verdict.reply.reason === CLEARED.reason;
}
