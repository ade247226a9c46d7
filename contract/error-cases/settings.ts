import type { ErrorCase } from './error-case.ts';

/** What clients set for themselves: webhook endpoints and settings. */
export const SETTINGS_CASES = {
  address_locked_out: {
    code: 'address_locked_out',
    param: 'ranges',
    when: 'a new allowlist does not contain the address from which the request came; `details.your_address` is that address',
    message:
      'This request came from {address}, which is in none of the ranges. Your keys would stop working from that address, so nothing was changed. Add the address, or send allow_lockout as true.',
  },
  allowed_bundle_unknown: {
    code: 'bundle_unavailable',
    param: 'bundle_ids',
    when: 'a list of allowed bundles names one that is not sold to the account; details.bundle_ids has the first 20 of them',
    message:
      'The bundle {bundle_id} is not sold to your account, so nothing was changed. Correct the id, or leave it out. GET /v1/bundles lists your bundles.',
  },
  resent_recently: {
    code: 'rate_limited',
    when: 'the event was resent less than a minute ago',
    message:
      'This event was resent less than a minute ago. Wait for the number of seconds in Retry-After, then resend it.',
  },
  endpoint_unknown: {
    code: 'not_found',
    param: 'endpoint_id',
    when: 'the account has no webhook endpoint with this id that was created over the API',
    message:
      'Your account has no webhook endpoint with this id. List the endpoints to see their ids. The endpoint that your technical contact set is not among them.',
  },
  endpoint_exists: {
    code: 'webhook_endpoint_exists',
    param: 'url',
    when: 'the account has an endpoint with the same URL; `details.endpoint_id` is its id',
    message:
      'Your account already has an endpoint with this URL: {endpoint_id}. Nothing was created or changed. Use or change that endpoint. If you do not have its secret, rotate the secret.',
  },
  endpoint_limit: {
    code: 'webhook_endpoint_limit',
    when: 'the account has 10 webhook endpoints that were created over the API',
    message:
      'Your account has {limit} webhook endpoints, which is the maximum. Delete one that you no longer need, then create the new one.',
  },
  endpoint_disabled: {
    code: 'webhook_endpoint_disabled',
    when: 'a test event is requested for an endpoint that is disabled',
    message: 'This endpoint is disabled, so nothing was sent. Enable it, then request the test event again.',
  },
  rotation_under_way: {
    code: 'secret_rotation_under_way',
    when: 'a rotation is requested while the former secret still signs, until `details.former_secret_until`',
    message:
      'The secret was rotated before, and the former secret still signs until {until}. Nothing was changed. Wait until then. To end the former secret now, send overlap_seconds as 0.',
  },
  tested_recently: {
    code: 'rate_limited',
    when: 'a test event was requested for the endpoint less than 10 seconds ago',
    message:
      'A test event was requested for this endpoint less than 10 seconds ago. Wait for the number of seconds in Retry-After, then request it again.',
  },
  secrets_unavailable: {
    code: 'internal_error',
    status: 503,
    when: 'this installation has no key to store webhook secrets',
    message:
      'The service cannot store webhook secrets at the moment, so nothing was changed. Ask your technical contact to set the endpoint for you.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
