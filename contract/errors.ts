import { z } from 'zod';

interface ErrorEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly meaning: string;
  /** What the client does about it. */
  readonly advice: string;
}

/** Every `error.code`: HTTP status, whether the same request can succeed later, its meaning and what to do. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    retryable: false,
    meaning: 'The request is malformed, or a field is invalid',
    advice:
      'Do what the message says, then send the request again. After 408, or if the connection ended, check your connection. Then send the same request again, although `retryable` is `false`.',
  },
  invalid_phone_number: {
    status: 400,
    retryable: false,
    meaning: 'The phone_number is not in E.164 format',
    advice: 'Correct the number, then send the request again.',
  },
  invalid_api_key: {
    status: 401,
    retryable: false,
    meaning: 'The key is missing, wrong, revoked or expired',
    advice:
      'Check the key. If it was revoked or has expired, create a new one, or ask your technical contact for one.',
  },
  not_signed_in: {
    status: 401,
    retryable: false,
    meaning: 'No one is signed in, or the session has ended',
    advice: 'Sign in again. Programs use an API key, and do not send cookies.',
  },
  insufficient_balance: {
    status: 402,
    retryable: false,
    meaning: 'The available balance is lower than the price',
    advice: 'Add funds, then send the same request with the same reference.',
  },
  spend_cap_exceeded: {
    status: 402,
    retryable: false,
    meaning: 'A spend cap of the API key does not cover it',
    advice:
      'Wait until `details.resets_at`, use another key, or have the cap of this one raised. Then send the same request with the same reference.',
  },
  ip_not_allowed: {
    status: 403,
    retryable: false,
    meaning: 'The request came from an IP address that is not on the allowlist',
    advice:
      'Send the request from an allowed IP address, or ask your technical contact to change the allowlist.',
  },
  permission_denied: {
    status: 403,
    retryable: false,
    meaning: 'The key does not have the right that the request needs, or may not decide about its own work',
    advice:
      'If `details.role` is set, ask someone else who may approve. Otherwise use a key that has the right in `details.required_right`, or ask the person who manages your keys to add it to the scopes of your key.',
  },
  not_found: {
    status: 404,
    retryable: false,
    meaning: 'Your account has no such resource',
    advice:
      'Check the id or address. An empty list for a reference means that we never received that purchase.',
  },
  reference_conflict: {
    status: 409,
    retryable: false,
    meaning: 'You already used the reference with a different body',
    advice:
      'Read the earlier purchase or batch. Its id is in `details`. A request with a new reference buys again, so use one only if you want another purchase.',
  },
  approval_mismatch: {
    status: 409,
    retryable: false,
    meaning: 'The approved cost or file is not that of the batch',
    advice:
      'Read the batch, and show its cost and file to the person who approves it. Then send what was approved.',
  },
  approval_required: {
    status: 409,
    retryable: false,
    meaning: 'A rule of your account wants an approval first. It is requested',
    advice:
      'Ask someone who may approve to approve the request in `details.approval_id`. When it is approved, send the same request again.',
  },
  bundle_unavailable: {
    status: 422,
    retryable: false,
    meaning: 'The bundle cannot be bought now',
    advice: 'Choose another bundle from `GET /v1/bundles`.',
  },
  network_mismatch: {
    status: 422,
    retryable: false,
    meaning: 'The network of the number differs from that of the bundle, or from network_id',
    advice: 'Choose a bundle of the network in `details.detected_network_id`.',
  },
  unsupported_network: {
    status: 422,
    retryable: false,
    meaning: 'The network of the number is not sold, or not enabled for your account',
    advice:
      'Check the number. If it is correct, ask your technical contact whether your account can buy for its network.',
  },
  bundle_not_allowed: {
    status: 422,
    retryable: false,
    meaning: 'The bundle is not on the list of allowed bundles of your account',
    advice:
      'Choose an allowed bundle. `GET /v1/settings/allowed-bundles` lists them. If the bundle should be allowed, add it there.',
  },
  number_blocked: {
    status: 422,
    retryable: false,
    meaning: 'The number is on the blocklist of the account',
    advice:
      'Do not buy for this number. If it was blocked by mistake, remove it from the blocklist, then send the same request with the same reference.',
  },
  spending_limit: {
    status: 422,
    retryable: false,
    meaning: 'A spending limit of the account does not cover it',
    advice:
      'Wait until `details.resets_at`, or raise the limit in the settings. Then send the same request with the same reference.',
  },
  address_locked_out: {
    status: 422,
    retryable: false,
    meaning: 'The new allowlist does not contain the address from which the request came',
    advice:
      'Add `details.your_address` to `ranges`. If your keys are only used from other addresses, send `allow_lockout` as `true`.',
  },
  webhook_endpoint_exists: {
    status: 409,
    retryable: false,
    meaning: 'Your account already has a webhook endpoint with this URL',
    advice:
      'Use or change that endpoint. Its id is in `details.endpoint_id`. If you do not have its secret, rotate the secret.',
  },
  secret_rotation_under_way: {
    status: 409,
    retryable: false,
    meaning: 'The secret or key was rotated before, and the former one still works',
    advice:
      'Wait until `details.former_secret_until` or `details.former_key_until`. To end the former one now, send `overlap_seconds` as 0.',
  },
  api_key_limit: {
    status: 422,
    retryable: false,
    meaning: 'Your account has the maximum number of API keys',
    advice: 'Revoke a key that you no longer need.',
  },
  api_key_revoked: {
    status: 409,
    retryable: false,
    meaning: 'The API key was revoked',
    advice: 'Create a new key.',
  },
  webhook_endpoint_limit: {
    status: 422,
    retryable: false,
    meaning: 'Your account has the maximum number of webhook endpoints',
    advice: 'Delete an endpoint that you no longer need, or change its URL.',
  },
  webhook_endpoint_disabled: {
    status: 422,
    retryable: false,
    meaning: 'The webhook endpoint is disabled',
    advice: 'Enable the endpoint, then send the request again.',
  },
  webhook_endpoint_missing: {
    status: 422,
    retryable: false,
    meaning: 'Your account has no enabled webhook endpoint',
    advice: 'Create or enable an endpoint, then send the request again.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    meaning: 'There were too many requests; wait for the seconds in Retry-After',
    advice:
      'Wait for the number of seconds in `Retry-After`, then send the same request with the same reference. After too many requests whose keys were rejected, first use a valid key from an allowed address.',
  },
  internal_error: {
    status: 500,
    retryable: true,
    meaning: 'Something failed on our side',
    advice:
      'Wait for the number of seconds in `Retry-After`, then send the same request with the same reference. Quote `request_id` if it keeps failing.',
  },
  network_unavailable: {
    status: 503,
    retryable: true,
    meaning: 'The network is not accepting purchases',
    advice:
      'Wait for the number of seconds in `Retry-After`, then send the same request with the same reference. `GET /v1/status` shows when the network is back.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

const ErrorDetail = z
  .object({
    code: z.string().meta({
      description:
        'Stable code for programs. New codes may be added. If you do not know a code, use the HTTP status and `retryable`.',
      examples: ['invalid_request'],
    }),
    message: z
      .string()
      .describe(
        'What is wrong and what to do, for people. Do not parse it. In English, or in French if the request prefers it in `Accept-Language`.',
      ),
    param: z
      .string()
      .optional()
      .meta({
        description: 'The field or parameter that is wrong, if there is one.',
        examples: ['bundle_id'],
      }),
    retryable: z.boolean().describe('Whether the same request can succeed later.'),
    request_id: z.string().meta({
      description: 'Id of the request, as in the header `Svc-Request-Id`. Quote it when you ask us.',
      examples: ['req_01kf0x8w9mfb7r9m2ptq4n6wze'],
    }),
    details: z.record(z.string(), z.unknown()).optional().meta({
      description:
        'More facts about the error. The fields depend on the code. Examples are `purchase_id` for `reference_conflict` and `detected_network_id` for `network_mismatch`.',
    }),
  })
  .meta({ id: 'ErrorDetail', description: 'Why the request was rejected.' });

/** The contract's Error object. */
export const ErrorBody = z
  .object({ error: ErrorDetail })
  .meta({ id: 'Error', description: 'The body of every error.' });
export type ErrorBody = z.output<typeof ErrorBody>;
