import type { ErrorCase } from './error-case.ts';

/** Purchases, statements, events and reference data. */
export const RESOURCE_CASES = {
  bundle_unavailable: {
    code: 'bundle_unavailable',
    param: 'bundle_id',
    when: 'the bundle does not exist, is withdrawn, or is not sold to the account',
    message:
      'Your account cannot buy this bundle. The id is wrong, the bundle was withdrawn, or it is not sold to you. Nothing was bought. Choose another bundle from GET /v1/bundles.',
  },
  bundle_not_allowed: {
    code: 'bundle_not_allowed',
    param: 'bundle_id',
    when: 'the account has a list of allowed bundles, and the bundle is not on it',
    message:
      'This bundle is not on the list of allowed bundles of your account. Nothing was bought. Choose a bundle from GET /v1/settings/allowed-bundles, or add this bundle to that list.',
  },
  number_blocked: {
    code: 'number_blocked',
    param: 'phone_number',
    when: 'the number is on the blocklist that the account set',
    message:
      'This number is on the blocklist of your account. Nothing was bought. If it was blocked by mistake, remove it from the blocklist, then send the same request again.',
  },
  spending_limit: {
    code: 'spending_limit',
    when: 'the price would exceed the limit that the account set for a day or a month; details has the limit, what is spent, and when it counts from zero again',
    message:
      'Your limit of {limit} per {scope} (UTC) does not cover the price: {spent} is spent. Nothing was bought. Wait until {resets_at}, or raise the limit. Then send the same request again.',
  },
  unsupported_network: {
    code: 'unsupported_network',
    param: 'phone_number',
    when: 'the number is on a network that is not sold, or not enabled for the account',
    message:
      "We cannot deliver to this number's network. Check the number. If it is correct, ask your technical contact whether your account can buy for its network.",
  },
  network_mismatch: {
    code: 'network_mismatch',
    param: 'bundle_id',
    when: 'the network of the number is not the network of the bundle, or not the `network_id`; ported numbers are recognised',
    message:
      'The number is on the network {network_id}, but the bundle or the network_id of your request is of another network. Nothing was bought. Check the number. If it is correct, choose a bundle of {network_id}. Leave out network_id, or send {network_id}.',
  },
  insufficient_balance: {
    code: 'insufficient_balance',
    when: 'the available balance is lower than the price',
    message:
      'The available balance is lower than the price. Nothing was bought. Add funds, then send the same request again.',
  },
  network_unavailable: {
    code: 'network_unavailable',
    when: 'the network has the status `unavailable`',
    message:
      'The network {network_id} is not accepting purchases at the moment. Nothing was bought. Wait for the number of seconds in Retry-After, then send the same request again.',
  },
  purchase_reference_used: {
    code: 'reference_conflict',
    param: 'reference',
    when: 'the account has used the reference for a purchase with other details; `details.purchase_id` is its id',
    message:
      'This reference already belongs to the purchase {purchase_id}, which has other details. This request bought nothing. Read that purchase first. If you want another purchase, use a new reference.',
  },
  purchase_archived: {
    code: 'reference_conflict',
    param: 'reference',
    when: 'the purchase with this reference is so old that it was archived; `details.purchase_id` is its id',
    message:
      'This reference belongs to the purchase {purchase_id}, which is so old that it was archived. This request bought nothing. If it was charged, your statements still have the charge. If you want another purchase, use a new reference.',
  },
  purchases_waiting: {
    code: 'rate_limited',
    when: 'so many purchases of the account are waiting that a new one would wait for several seconds',
    message:
      'Too many purchases of your account are waiting to be accepted. Nothing was bought. Send the same request again in a second.',
  },
  purchase_unknown: {
    code: 'not_found',
    param: 'purchase_id',
    when: 'the account has no purchase with this id; live and test mode have separate accounts',
    message:
      'Your account has no purchase with this id. Check the id. Check also that the key belongs to the account and the mode (test or live) of the purchase.',
  },
  network_unknown: {
    code: 'not_found',
    param: 'network_id',
    when: 'the account cannot buy for a network with this id',
    message: 'Your account has no network with this id. List the networks to see the ids that you can use.',
  },
  bundle_unknown: {
    code: 'not_found',
    param: 'bundle_id',
    when: 'no bundle with this id is sold to the account',
    message: 'Your account has no bundle with this id. List the bundles to see the ids that you can use.',
  },
  event_unknown: {
    code: 'not_found',
    param: 'event_id',
    when: 'the account has no event with this id',
    message:
      'Your account has no event with this id. Check the id. Check also that the key belongs to the account and the mode (test or live) of the event.',
  },
  statement_unknown: {
    code: 'not_found',
    param: 'date',
    when: 'the date does not exist, is not written as YYYY-MM-DD, is before the first day of the account, or is after today',
    message:
      'There is no statement for this day. Send a day as YYYY-MM-DD, from the first day of your account to today (UTC).',
  },
  webhook_endpoint_missing: {
    code: 'webhook_endpoint_missing',
    when: 'an event is to be resent, and the account has no webhook endpoint that is enabled',
    message:
      'Your account has no webhook endpoint that is enabled. Create or enable one, then resend the event.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
