import type { ErrorCase } from './error-case.ts';

/** Purchases, statements, events and reference data. */
export const RESOURCE_CASES = {
  bundle_unavailable: {
    code: 'bundle_unavailable',
    param: 'bundle_id',
    when: 'the bundle does not exist, is withdrawn, or is not sold to the account',
    message: 'This bundle does not exist or is not sold to your account. Choose another bundle_id.',
  },
  unsupported_network: {
    code: 'unsupported_network',
    param: 'phone_number',
    when: 'the number is on a network that is not sold, or not enabled for the account',
    message: "We cannot deliver to this number's network. Check the number.",
  },
  network_mismatch: {
    code: 'network_mismatch',
    param: 'bundle_id',
    when: 'the number is on another network than the bundle, or than network_id; ported numbers are recognised',
    message:
      'The number is on {network_id}. Choose a bundle of that network, and send its network_id or none.',
  },
  insufficient_balance: {
    code: 'insufficient_balance',
    when: 'the available balance is lower than the price',
    message:
      'The available balance is lower than the price. Nothing was bought. Add funds, then send the same request again.',
  },
  network_unavailable: {
    code: 'network_unavailable',
    when: 'the status of the network is unavailable',
    message:
      '{network_id} is not accepting purchases at the moment. Nothing was bought. Send the same request again later.',
  },
  purchase_reference_used: {
    code: 'reference_conflict',
    param: 'reference',
    when: 'the account has used the reference for a purchase with other details',
    message:
      'This reference was already used for a purchase with other details. Nothing was bought now. Use a new reference.',
  },
  purchases_waiting: {
    code: 'rate_limited',
    when: 'the account has more purchases waiting than are accepted within seconds',
    message: 'Too many purchases are waiting. Nothing was bought. Send the same request again in a second.',
  },
  purchase_unknown: {
    code: 'not_found',
    param: 'purchase_id',
    when: 'the account has no purchase with this id; live and test mode have separate accounts',
    message: 'Your account has no such purchase. Check the id, and that the key is of the same account.',
  },
  network_unknown: {
    code: 'not_found',
    param: 'network_id',
    when: 'the account cannot buy for a network with this id',
    message: 'Your account has no such network. List the networks to find its id.',
  },
  bundle_unknown: {
    code: 'not_found',
    param: 'bundle_id',
    when: 'no bundle with this id is sold to the account',
    message: 'Your account has no such bundle. List the bundles to find its id.',
  },
  event_unknown: {
    code: 'not_found',
    param: 'event_id',
    when: 'the account has no event with this id',
    message: 'Your account has no such event. Check the id, and that the key is of the same account.',
  },
  statement_unknown: {
    code: 'not_found',
    param: 'date',
    when: 'the date is not a day, or is outside the time that the account exists',
    message:
      'There is no statement for this day. Send a day as YYYY-MM-DD, from the first day of your account to today (UTC).',
  },
  webhook_endpoint_missing: {
    code: 'webhook_endpoint_missing',
    when: 'an event is to be resent, and the account has no webhook endpoint',
    message:
      'Your account has no webhook endpoint. Ask your technical contact to set one, then resend the event.',
  },
  resent_recently: {
    code: 'rate_limited',
    when: 'the event was resent less than a minute ago',
    message:
      'This event was resent less than a minute ago. Wait for the number of seconds in Retry-After, then resend it.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
