/** What a client may do about a failed purchase: buy again immediately, later, after a change, or not at all. */
export type RetryAdvice = 'yes' | 'with_care' | 'later' | 'in_minutes' | 'after_change' | 'no';

interface FailureCodeEntry {
  readonly message: string;
  readonly retry: RetryAdvice;
}

/** The published catalogue of `failure.code`: the message clients read and the advice on buying again. */
export const FAILURE_CODES = {
  network_timeout: {
    message: 'The network did not confirm the bundle in time. Nothing was charged.',
    retry: 'with_care',
  },
  number_not_eligible: { message: 'The number cannot take this bundle.', retry: 'after_change' },
  number_invalid: { message: 'The network does not know this number.', retry: 'no' },
  number_inactive: { message: 'The SIM of this number is not active.', retry: 'later' },
  number_barred: { message: 'The network has barred or suspended this number.', retry: 'no' },
  recipient_limit_reached: { message: 'The number has reached a limit of the network.', retry: 'later' },
  too_soon: {
    message: 'The network refuses a second purchase for this number so soon.',
    retry: 'in_minutes',
  },
  bundle_unavailable: { message: 'The network no longer offers this bundle.', retry: 'after_change' },
  network_unavailable: { message: 'The network was not able to deliver the bundle.', retry: 'later' },
  network_limit_reached: { message: 'A limit of the network was reached.', retry: 'later' },
  network_rejected: { message: 'The network did not deliver the bundle and gave no reason.', retry: 'later' },
  service_unavailable: {
    message: 'The service was not able to order from the network. Nothing was delivered.',
    retry: 'later',
  },
  cancelled: { message: 'The order was cancelled at the network. Nothing was delivered.', retry: 'yes' },
} as const satisfies Record<string, FailureCodeEntry>;

/** Codes that operators could once give by hand. No longer published; a purchase that has one keeps it. */
const FORMER_CODES = {
  number_roaming: 'The number is roaming and cannot be credited now.',
  wrong_network: 'The number is not on this network.',
  already_subscribed: 'The number already has this bundle and cannot take a second.',
  purchase_in_progress: 'Another purchase for this number is still open at the network.',
  network_error: 'The network failed and has shown that nothing was delivered.',
} as const;

type PublishedCode = keyof typeof FAILURE_CODES;

export type FailureCode = PublishedCode | keyof typeof FORMER_CODES;

/** A definite refusal by a network; only we set `network_timeout`. */
export type RefusalCode = Exclude<PublishedCode, 'network_timeout'>;

/** The message of a code, as clients read it. */
export function failureMessage(code: FailureCode): string {
  return isPublished(code) ? FAILURE_CODES[code].message : FORMER_CODES[code];
}

/** Whether a refusal says that the number is not, or not known, on the network that it was sent to. */
export function isNotOurSubscriber(code: FailureCode): boolean {
  return code === 'number_invalid';
}

/** Whether a text is a code that a purchase can have. */
export function isFailureCode(text: string): text is FailureCode {
  return isPublished(text) || Object.hasOwn(FORMER_CODES, text);
}

/** Whether a text is a code that a refusal can be given now. */
export function isRefusalCode(text: string): text is RefusalCode {
  return isPublished(text) && text !== 'network_timeout';
}

function isPublished(text: string): text is PublishedCode {
  return Object.hasOwn(FAILURE_CODES, text);
}
