import { rule, type Section } from '../rule.ts';

export const AROUND: readonly Section[] = [
  {
    title: 'Authentication',
    rules: [
      rule('auth.1', 'Every endpoint takes `Authorization: Bearer <API_KEY>`'),
      rule('auth.2', 'A missing, wrong or revoked key is 401 `invalid_api_key`'),
      rule('auth.3', 'A valid key from outside the allowlist is 403 `ip_not_allowed`'),
      rule('auth.4', 'A resource that is not on the account is 404'),
      rule('auth.5', 'Webhooks are authenticated by signature'),
    ],
  },
  {
    title: 'Events',
    rules: [
      rule('events.types.successful', 'A successful purchase creates one event; a pending one creates none'),
      rule('events.types.failed', 'A failed purchase creates one event'),
      rule('events.types.reversed', 'A reversed purchase creates one event'),
      rule('events.request', 'POST of JSON with `Svc-Event-Id`, `-Type`, `-Timestamp`, `-Signature`'),
      rule(
        'events.body',
        'The body has id, type, time and the whole Purchase, as GET shows it at that moment',
      ),
      rule('events.rotation', 'Two signatures while a secret is replaced'),
      rule('events.verify.1', 'Timestamp and raw body are signed'),
      rule('events.verify.2', 'HMAC-SHA256 of `{timestamp}.{raw body}`, lower-case hex'),
      rule('events.verify.3', 'Any matching `v1=` value is enough'),
      rule(
        'events.verify.4',
        'A timestamp that is more than five minutes from the clock of the receiver is rejected',
      ),
      rule('events.https', 'Receivers have HTTPS with a valid certificate'),
      rule('events.2xx', 'Any 2xx within ten seconds is a delivery; anything else is not'),
      rule('events.retries', 'Six more attempts, up to 24 h after the first, and then no more'),
      rule('events.signed_anew', 'Each attempt has a new timestamp and signature, and the same id'),
      rule(
        'events.at_least_once',
        'Each event is sent at least once: if it may not have arrived, it is sent again',
      ),
      rule('events.order', 'A late report never moves a purchase backwards'),
      rule('events.test', 'The technical contact can send test events'),
    ],
  },
  {
    title: 'Errors',
    rules: [
      rule(
        'errors.body',
        'Every error has the same fields: code, message, param, retryable, request_id, details',
      ),
      rule('errors.codes', 'Each code has the status and `retryable` of the contract'),
      rule('errors.invalid_phone_number', '`param` is `phone_number`'),
      rule('errors.reference_conflict', '`details.purchase_id` is the id of the existing purchase'),
      rule('errors.bundle_unavailable', '`param` is `bundle_id`'),
      rule(
        'errors.network_mismatch',
        '`param` is `bundle_id`, and `details.detected_network_id` is the network of the number',
      ),
      rule('errors.rate_limited', '429 has `Retry-After` and the three headers of the rate'),
      rule('errors.internal_error', '500 is retryable and shows nothing internal'),
      rule('errors.network_unavailable', '503 has `Retry-After` and the network in `details`'),
    ],
  },
  {
    title: 'Sandbox',
    rules: [
      rule('sandbox.header', 'In test mode, `Svc-Sandbox` causes 402, 429, 500, 503 or a slow answer'),
      rule('sandbox.reference', 'A reference `sandbox:VALUE:…` of a purchase does the same'),
      rule('sandbox.balance', 'In test mode, a client sets its balance; an adjustment books the difference'),
      rule('sandbox.codes', 'In test mode, a number can cause every published failure code'),
      rule(
        'sandbox.closed_day',
        'In test mode, the statement of an open day can be shown as closed; a header marks this',
      ),
      rule('sandbox.live', 'In live mode, the header is rejected and references have no effect'),
    ],
  },
  {
    title: 'Limits and versioning',
    rules: [
      rule('limits.reference', 'A reference has up to 64 characters'),
      rule('limits.metadata', 'Metadata has up to 20 keys, with values of up to 500 characters'),
      rule('limits.page', 'Pages have 1 to 100 items'),
      rule('limits.lines', 'Statement lines come 25 per page by default'),
      rule('limits.webhook_time', 'A receiver has ten seconds'),
      rule(
        'limits.webhook_tolerance',
        'A timestamp may differ by five minutes from the clock of the receiver',
      ),
      rule('versioning.path', 'Every path begins with `/v1`'),
      rule('versioning.codes', 'New codes may be added: they are plain text, not a closed list'),
    ],
  },
];
