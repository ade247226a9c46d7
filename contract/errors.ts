import { z } from 'zod';

interface ErrorEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly meaning: string;
}

/** The whole catalogue of `error.code`: HTTP status, whether the same request can succeed later, and the meaning. */
export const ERRORS = {
  invalid_request: { status: 400, retryable: false, meaning: 'Request malformed or field invalid' },
  invalid_phone_number: { status: 400, retryable: false, meaning: 'phone_number is not E.164' },
  invalid_api_key: { status: 401, retryable: false, meaning: 'Key missing, wrong or revoked' },
  insufficient_balance: { status: 402, retryable: false, meaning: 'Available balance below purchase price' },
  ip_not_allowed: { status: 403, retryable: false, meaning: 'Source address outside the allowlist' },
  not_found: { status: 404, retryable: false, meaning: 'No such resource on the account' },
  reference_conflict: { status: 409, retryable: false, meaning: 'Reference exists with a different body' },
  bundle_unavailable: { status: 422, retryable: false, meaning: 'Bundle cannot be bought now' },
  network_mismatch: {
    status: 422,
    retryable: false,
    meaning: "Number's network differs from the bundle's or from network_id",
  },
  unsupported_network: {
    status: 422,
    retryable: false,
    meaning: "The number's network is not one we sell, or not enabled for the account",
  },
  webhook_endpoint_missing: {
    status: 422,
    retryable: false,
    meaning: 'The account has no webhook endpoint to send to',
  },
  rate_limited: { status: 429, retryable: true, meaning: 'Too many requests; wait Retry-After seconds' },
  internal_error: {
    status: 500,
    retryable: true,
    meaning: 'Server-side failure; send the same request again, with the same reference where it has one',
  },
  network_unavailable: { status: 503, retryable: true, meaning: 'Network not accepting purchases' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** The contract's Error object. */
export const ErrorBody = z
  .object({
    error: z.object({
      code: z
        .string()
        .meta({ description: 'Stable machine code; treat an unknown one by HTTP status and retryable' }),
      message: z.string().meta({ description: 'For people; not to be parsed' }),
      param: z.string().optional().meta({ description: 'Request field concerned, when there is one' }),
      retryable: z.boolean(),
      request_id: z.string().meta({ description: 'Same as the Svc-Request-Id header' }),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.output<typeof ErrorBody>;
