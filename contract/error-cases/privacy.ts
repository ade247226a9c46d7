import type { ErrorCase } from './error-case.ts';

/** Erasures of numbers. */
export const PRIVACY_CASES = {
  erasure_unknown: {
    code: 'not_found',
    param: 'erasure_id',
    when: 'the account has no erasure with this id',
    message: 'Your account has no erasure with this id. List the erasures to see their ids.',
  },
  erasure_too_early: {
    code: 'invalid_request',
    status: 409,
    param: 'phone_number',
    when: 'a purchase for the number is pending, or its network is still asked about a purchase that timed out; `details` has `purchase_id` and `until`',
    message:
      'The outcome of purchase {purchase_id} for this number is open until {until} at the latest. Nothing was changed. Send the same request again after that.',
  },
  request_not_logged: {
    code: 'not_found',
    param: 'request_id',
    when: 'the log of requests of the account has no request with this id',
    message:
      'The log has no request of your account with this id. A request appears within a few seconds, and is deleted after some days. List the requests to see which there are.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
