/** What a client may do about a failed purchase: buy again at once, later, after a change, or not at all. */
export type RetryAdvice = 'yes' | 'with_care' | 'later' | 'in_minutes' | 'after_change' | 'no';

interface FailureCodeEntry {
  readonly message: string;
  readonly retry: RetryAdvice;
}

/** The whole catalogue of `failure.code`: the message clients read and the advice on buying again. */
export const FAILURE_CODES = {
  network_timeout: {
    message: 'The network did not confirm the bundle in time. Nothing was charged.',
    retry: 'with_care',
  },
  number_not_eligible: { message: 'The number cannot take this bundle.', retry: 'after_change' },
  number_invalid: { message: 'The network does not know this number.', retry: 'no' },
  number_inactive: { message: 'The SIM of this number is not active.', retry: 'later' },
  number_barred: { message: 'The network has barred or suspended this number.', retry: 'no' },
  number_roaming: { message: 'The number is roaming and cannot be credited now.', retry: 'later' },
  wrong_network: { message: 'The number is not on this network.', retry: 'after_change' },
  already_subscribed: {
    message: 'The number already has this bundle and cannot take a second.',
    retry: 'later',
  },
  recipient_limit_reached: { message: 'The number has reached a limit of the network.', retry: 'later' },
  too_soon: {
    message: 'The network refuses a second purchase for this number so soon.',
    retry: 'in_minutes',
  },
  purchase_in_progress: {
    message: 'Another purchase for this number is still open at the network.',
    retry: 'in_minutes',
  },
  bundle_unavailable: { message: 'The network no longer offers this bundle.', retry: 'after_change' },
  network_unavailable: { message: 'The network was not able to deliver the bundle.', retry: 'later' },
  network_limit_reached: { message: 'A limit of the network was reached.', retry: 'later' },
  network_rejected: { message: 'The network refused the purchase without a reason.', retry: 'later' },
  network_error: { message: 'The network failed and has shown that nothing was delivered.', retry: 'yes' },
  service_unavailable: {
    message: 'The service could not reach the network on its own account.',
    retry: 'later',
  },
  cancelled: { message: 'The purchase was stopped before it was sent to the network.', retry: 'yes' },
} as const satisfies Record<string, FailureCodeEntry>;

export type FailureCode = keyof typeof FAILURE_CODES;

/** A definite refusal by a network; `network_timeout` is ours alone to give. */
export type RefusalCode = Exclude<FailureCode, 'network_timeout'>;

/** Whether a refusal says that the number is not, or not known, on the network that it was sent to. */
export function isNotOurSubscriber(code: FailureCode): boolean {
  return code === 'wrong_network' || code === 'number_invalid';
}

/** Whether a text is a code of the catalogue. */
export function isFailureCode(text: string): text is FailureCode {
  return Object.hasOwn(FAILURE_CODES, text);
}
