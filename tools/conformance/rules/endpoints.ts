import { rule, type Section } from '../rule.ts';

export const ENDPOINTS: readonly Section[] = [
  {
    title: 'POST /v1/purchases',
    rules: [
      rule('purchases.reference', '`reference` is required: letters, digits, `-_.:`, up to 64'),
      rule('purchases.phone_number', '`phone_number` is required, E.164'),
      rule('purchases.bundle_id', '`bundle_id` is required'),
      rule(
        'purchases.network_id',
        'If the number is not on the network of `network_id`, the purchase is rejected',
      ),
      rule('purchases.lookup', 'Without `network_id`, the number is looked up, taking porting into account'),
      rule('purchases.metadata', '`metadata` takes 20 keys with values up to 500 characters'),
      rule('purchases.1', 'A new purchase returns 201 with the Purchase'),
      rule(
        'purchases.2',
        'Same reference and body: 200 with the original purchase and `Svc-Idempotent-Replay: true`; bought once',
      ),
      rule('purchases.3', 'Same reference, other body: 409 `reference_conflict`, and nothing is bought'),
      rule('purchases.4', 'With any response except 201, nothing is bought and nothing is held'),
      rule('purchases.5', 'Retrying with the same reference never buys twice'),
      rule('purchases.400', '400 for a missing or malformed field'),
      rule('purchases.401', '401 without a valid key'),
      rule('purchases.402', '402 when the balance is lower than the price'),
      rule('purchases.403', '403 from outside the allowlist'),
      rule('purchases.409', '409 names the purchase that has the reference'),
      rule('purchases.422', '422 for a well-formed request that cannot be carried out'),
      rule('purchases.429', '429 over the rate, and nothing bought'),
      rule('purchases.500', '500 for a server-side failure, and nothing bought'),
      rule('purchases.503', '503 while the network is unavailable'),
    ],
  },
  {
    title: 'Reading purchases',
    rules: [
      rule('list.order', 'Purchases are listed newest first'),
      rule(
        'list.reference',
        '`reference` returns at most one purchase; an empty list means that it was never received',
      ),
      rule('list.status', '`status` filters by state'),
      rule('list.phone_number', '`phone_number` filters by number'),
      rule('list.created', '`created_from` is inclusive, `created_to` is not'),
      rule(
        'list.400',
        'A malformed parameter is 400 with its name; for a phone number, the code is `invalid_phone_number`',
      ),
      rule('get.purchase', 'A purchase is read in its current state'),
      rule('get.404', '404 `not_found` for a purchase that is not on the account'),
      rule('paging.limit', '`limit` is 1 to 100'),
      rule('paging.cursor', '`cursor` is the `next_cursor` of the previous page'),
    ],
  },
  {
    title: 'Number lookups and reference data',
    rules: [
      rule('lookups.200', 'A lookup returns the network of the number'),
      rule('lookups.ported', 'Porting is taken into account, and reported'),
      rule('lookups.400', '`invalid_phone_number` for a number that is not E.164'),
      rule('lookups.422', '422 `unsupported_network` for a number on none of our networks'),
      rule('networks.list', 'The networks available to the account, with live status'),
      rule('networks.country', '`country` filters'),
      rule('networks.get', 'One network, or 404'),
      rule('bundles.get', 'One bundle, or 404'),
      rule('bundles.list', 'Bundles can be listed'),
      rule('balance.get', 'The balance'),
      rule('status.get', 'Platform status, and each network of the account with its delivery times'),
    ],
  },
  {
    title: 'Statements',
    rules: [
      rule('statements.get', 'The statement of a UTC day'),
      rule('statements.404', '404 for a day without a statement'),
      rule('lines.page', 'Lines come in pages, 25 by default'),
      rule('lines.csv', 'With `Accept: text/csv` the whole day is one file'),
      rule(
        'lines.xlsx',
        'With the content type of Excel workbooks, the whole day is a workbook with text cells',
      ),
      rule(
        'lines.amounts',
        'A file has amounts in major units if it is a workbook, or asked for them; their columns have other names',
      ),
      rule('lines.columns', 'Ten columns in order, a header row first; `line_id` is the `id`'),
      rule(
        'reconciliation',
        'Fetch the day until it is closed, match lines by reference, check the sum, and look up the rest',
      ),
    ],
  },
  {
    title: 'Webhook endpoints',
    rules: [
      rule(
        'endpoints.create',
        'A client creates up to ten endpoints, each with a different URL; a secret is shown once',
      ),
      rule('endpoints.url', 'The rules for the URL are the same as for operators'),
      rule('endpoints.change', 'URL, description, types and `enabled` can be changed'),
      rule('endpoints.delete', 'Nothing is sent to a deleted endpoint'),
      rule('endpoints.fan_out', 'One event is delivered once to each endpoint that wants its type'),
      rule('endpoints.isolation', 'An endpoint that fails does not delay another'),
      rule('endpoints.schedule', 'Each endpoint has the seven attempts of the schedule'),
      rule('endpoints.disabled', 'Nothing is sent to an endpoint that is disabled'),
      rule(
        'endpoints.rotation',
        'During a rotation, both secrets sign; of two rotations at the same time, one succeeds',
      ),
      rule('endpoints.test', 'A test event goes to one endpoint, every ten seconds at most'),
      rule('endpoints.attempts', 'Attempts at an endpoint are listed newest first'),
      rule('endpoints.resend', 'An event can be resent to one endpoint or to all'),
      rule('endpoints.delivery', 'The delivery status of an event covers all endpoints'),
    ],
  },
  {
    title: 'Settings',
    rules: [
      rule('settings.allowlist', 'The allowlist that a client sets applies within a second'),
      rule(
        'settings.lockout',
        'An allowlist without the address of the request is rejected with 422, unless the client confirms it',
      ),
      rule(
        'settings.low_balance',
        'A client sets its low-balance alert, and gets one alert each time the balance falls below the amount',
      ),
      rule('settings.400', 'Malformed ranges, amounts and addresses are 400 with their field'),
    ],
  },
  {
    title: 'Rules of an account',
    rules: [
      rule('rules.bundles', 'Only allowed bundles are bought, from the next request on'),
      rule('rules.blocklist', 'Nothing is bought for a blocked number; only hashes of numbers are stored'),
      rule('rules.limits', 'A purchase never lifts what counts in a UTC day or month above its limit'),
      rule(
        'rules.limits_resume',
        'A campaign pauses at a limit, and resumes when the limit covers its next row',
      ),
      rule('rules.limits_start', 'A campaign above the limit for one campaign is not started'),
      rule('rules.rows', 'The check of a campaign names the row and the rule that refuses it'),
      rule('rules.release', 'If a rule changes after the check, it applies when the row would be bought'),
      rule('notices.once', 'A change of a campaign is announced once, in the transaction that makes it'),
      rule(
        'notices.mail',
        'E-mails have counts, money and what to do; no phone number; not more than one in 6 hours',
      ),
      rule('notices.settings', 'A client sets who gets which e-mail, and which endpoints get the events'),
      rule('rules.400', 'Malformed lists of bundles and numbers are rejected with their field'),
    ],
  },
];
