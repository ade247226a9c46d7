import type { GatewayReply } from './gateway-reply.ts';
import type { OutcomeReport } from './purchase.ts';

/**
 * What is known of a purchase after a submission, an inquiry or its deadline. Services, activities and workflows all use these
 * words; a workflow acts on them and on nothing else. They travel through Temporal, so they hold no personal data.
 */
export type Verdict =
  /** Final: this report was booked. */
  | { readonly kind: 'settled'; readonly report: OutcomeReport['kind'] }
  /** Final already, whoever settled it. */
  | { readonly kind: 'already_final' }
  /** The network has the order and will say what became of it. */
  | Replied<'accepted'>
  /** The network may have the order; what became of it is not known. */
  | Replied<'unknown'>
  /** Certainly not received, and must not be sent again: the gateway does not deduplicate our key. */
  | Replied<'not_received'>
  /** Certainly not received, or delivered only after a second submission: send it again, `afterMs` milliseconds from now. */
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
