import { rule, type Section } from '../rule.ts';

const CODES =
  'contract/purchase: the error codes > are those of the contract, with its status and its word on retrying, and one that v1 has added';
const REFUSED = 'api/buying: a purchase that is refused holds nothing and >';
const SENDING = 'webhooks/sending: a webhook >';
const VERIFY = 'client/verify-webhook:';

export const AROUND: readonly Section[] = [
  {
    title: 'Authentication',
    rules: [
      rule(
        'auth.1',
        'Every endpoint takes `Authorization: Bearer <API_KEY>`',
        'api/every-operation: every operation > is 401 invalid_api_key without a key, whatever else is wrong',
        'api/keys: a key that opens > after "%s" and a space',
        'contract/openapi: the OpenAPI document > asks for the key everywhere and shows nothing that is not for clients',
      ),
      rule(
        'auth.2',
        'A missing, wrong or revoked key is 401 `invalid_api_key`',
        'api/keys: a key that opens nothing > %s is answered like every other',
        'api/keys: a key that opens > opens nothing a second after it was revoked, while the other keys of the account do',
        'api/several-processes: Authentication 2 in every one of several API processes > a key that was revoked opens nothing a second later, while the other keys of the account do',
      ),
      rule(
        'auth.3',
        'A valid key from outside the allowlist is 403 `ip_not_allowed`',
        'api/addresses: Authentication 3: a valid key from outside the allowlist > is 403 ip_not_allowed, with the address that we saw, and buys nothing',
        'api/allow-list: an allow-list > of three ranges, asked for %s, answers %s',
      ),
      rule(
        'auth.4',
        'What is not on the account is 404',
        'api/keys: what belongs to another account > is not there by its id',
        'api/keys: what belongs to another account > is in no list, whatever is asked for',
        'api/other-accounts: Authentication 4: every operation that takes an id > answers another account as if there were no such thing: 404 not_found',
        'statements/routes: a statement > is that of the account alone whose key asks',
      ),
      rule(
        'auth.5',
        'Webhooks are authenticated by signature',
        `${SENDING} is signed over timestamp, dot and those very bytes, and our own library finds it genuine`,
      ),
    ],
  },
  {
    title: 'Events',
    rules: [
      rule(
        'events.types',
        'One event for each final state, and none for pending',
        'scenarios/outcomes: %s',
        'lanes/settle-lane: %s once, though five tell of it at once',
      ),
      rule(
        'events.request',
        'POST of JSON with `Svc-Event-Id`, `-Type`, `-Timestamp`, `-Signature`',
        `${SENDING} is a POST of the stored bytes with the headers of the contract`,
      ),
      rule(
        'events.body',
        'The body has id, type, time and the whole Purchase, as GET shows it at that moment',
        'api/events: the list of events > carries the whole purchase as GET shows it, of %s',
        'contract/documentation: webhooks are documented with their headers and the body that is sent',
      ),
      rule(
        'events.rotation',
        'Two signatures while a secret is replaced',
        `${SENDING} carries two signatures separated by a comma while a secret is being replaced`,
        'cli/webhook-events: a signing secret > and the one before it both sign for the time of a rotation, the new one first',
      ),
      rule(
        'events.verify.1',
        'Timestamp and raw body are signed',
        `${VERIFY} a webhook is refused > %s: a header is missing`,
      ),
      rule(
        'events.verify.2',
        'HMAC-SHA256 of `{timestamp}.{raw body}`, lower-case hex',
        'domain/crypto/signature: the signature of a webhook > is v1= and the HMAC-SHA256 of timestamp, dot and raw body',
      ),
      rule(
        'events.verify.3',
        'Any matching `v1=` value is enough',
        `${VERIFY} a webhook is genuine > %s`,
        `${VERIFY} a webhook is refused > %s: the signature is wrong`,
      ),
      rule(
        'events.verify.4',
        'More than five minutes off is refused',
        `${VERIFY} a webhook is refused > %s: the timestamp is too far`,
      ),
      rule(
        'events.https',
        'Receivers have HTTPS with a valid certificate',
        'webhooks/certificates: sends nothing to a receiver whose certificate nobody vouches for',
        'webhooks/certificates: sends to a receiver whose certificate is vouched for, and not under another address',
        'webhooks/certificates: of the certificates that an authority has signed > one that is %s is refused before anything is sent',
      ),
      rule(
        'events.2xx',
        'Any 2xx within ten seconds is a delivery; all else is not',
        'webhooks/sending: an answer > of %i is a delivery',
        'webhooks/sending: an answer > of %i is a failure',
        'webhooks/sending: an answer > of %i is a failure, and its redirect is not followed',
        'webhooks/slow-receivers: ten seconds are one deadline over everything > for a receiver that %s',
        'webhooks/slow-receivers: one deadline over every step of an attempt > delivers what takes less over %s',
        'webhooks/slow-receivers: one deadline over every step of an attempt > gives up on what takes more over %s',
        'webhooks/several-addresses: a receiver that is silent at its last address is waited for until the deadline, and no longer',
      ),
      rule(
        'events.retries',
        'Six more attempts, up to 24 h after the first, and then no more',
        'domain/webhook-schedule: tries an event at once and 1 min, 5 min, 30 min, 2 h, 8 h and 24 h after the first attempt',
        'workflows/schedules: retries of a webhook > are made 1 m, 5 m, 30 m, 2 h, 8 h and 24 h after the first attempt, and then no more',
        'workflows/retries-restart: makes attempts 4 to 7 at their times by another worker when the first has died after attempt 3',
      ),
      rule(
        'events.signed_anew',
        'Each attempt has a new timestamp and signature, and the same id',
        `${SENDING} is signed anew with a new timestamp on each attempt, under the same event id`,
      ),
      rule(
        'events.at_least_once',
        'At least once: what may not have arrived is sent again',
        'webhooks/attempts: a first attempt > whose record was lost is made again under the same event id, as the same attempt',
      ),
      rule(
        'events.order',
        'Late news never moves a purchase backwards',
        'domain/purchase: any news in any order > moves a purchase forward only, and money at most once each way',
      ),
      rule(
        'events.test',
        'The technical contact can send test events',
        'cli/webhook-events: a test event > goes the way of every event, signed, and says in its metadata what it is',
      ),
    ],
  },
  {
    title: 'Errors',
    rules: [
      rule(
        'errors.body',
        'One shape: code, message, param, retryable, request_id, details',
        'api/request-ids: every answer carries a request id of its own > an error: %s',
        'contract/openapi: the OpenAPI document > tells every status of the contract, its errors as the Error object',
      ),
      rule('errors.codes', 'Each code has the status and the word on retrying of the contract', CODES),
      rule(
        'errors.invalid_phone_number',
        '`param` is `phone_number`',
        'api/bad-fields: phone_number > is refused by invalid_phone_number: %s',
      ),
      rule(
        'errors.reference_conflict',
        '`details.purchase_id` of the existing purchase',
        `${REFUSED} is told for a reference of another body, with the purchase that has it`,
      ),
      rule(
        'errors.bundle_unavailable',
        '`param` is `bundle_id`',
        `${REFUSED} is told for a bundle that is not sold to the account`,
      ),
      rule(
        'errors.network_mismatch',
        '`param` is `bundle_id`, `details.detected_network_id`',
        `${REFUSED} is told for %s`,
      ),
      rule(
        'errors.rate_limited',
        '429 has `Retry-After` and three headers of the window',
        'api/rate-limits: an account over its rate > is told when to come back, whichever of its keys it uses, and buys nothing',
        'api/rate-limits: the three headers > are on the answer to %s',
      ),
      rule(
        'errors.internal_error',
        '500 is retryable and shows nothing of the inside',
        'api/secrecy: a failure that nobody foresaw > in reading %s is told without a word of the inside',
      ),
      rule(
        'errors.network_unavailable',
        '503 has `Retry-After` and the network in `details`',
        `${REFUSED} is told for a network that takes none, with when to come back and what the network says`,
      ),
    ],
  },
  {
    title: 'Limits and versioning',
    rules: [
      rule(
        'limits.reference',
        'A reference has up to 64 characters',
        'api/bad-fields: reference > is taken with %s',
        'api/bad-fields: reference > is refused: %s',
      ),
      rule(
        'limits.metadata',
        '20 keys, values up to 500 characters',
        'api/bad-fields: metadata > is kept as sent: %s',
        'api/bad-fields: metadata > is refused: %s',
      ),
      rule(
        'limits.page',
        'Pages have 1 to 100 items',
        'api/bad-queries: a query at the edge of what is taken > %s',
      ),
      rule(
        'limits.lines',
        'Statement lines come 25 a page by default',
        'statements/routes: the lines of a day > come in order, page by page, with the fields of the contract',
      ),
      rule(
        'limits.webhook_time',
        'A receiver has ten seconds',
        'domain/webhook-schedule: gives a receiver 10 seconds',
      ),
      rule(
        'limits.webhook_tolerance',
        'Five minutes of tolerance',
        `${VERIFY} a webhook is genuine > %s`,
        `${VERIFY} a webhook is refused > %s: the timestamp is too far`,
      ),
      rule(
        'versioning.path',
        'Every path begins with `/v1`',
        'contract/documentation: every path begins with /v1',
      ),
      rule(
        'versioning.codes',
        'New codes may come: they are plain text, not a closed list',
        'contract/documentation: codes of errors and failures are no closed list',
      ),
    ],
  },
];
