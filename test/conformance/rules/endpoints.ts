import { rule, type Section } from '../rule.ts';

const REFUSED = 'api/buying: a purchase that is refused holds nothing and >';
const AGAIN = 'api/idempotency: the same reference again >';
const QUERY = 'api/bad-queries: a query that is refused by the name of its parameter > %s';
const CSV = 'statements/routes: the CSV file of a day >';

export const ENDPOINTS: readonly Section[] = [
  {
    title: 'POST /v1/purchases',
    rules: [
      rule(
        'purchases.reference',
        '`reference` is required: letters, digits, `-_.:`, up to 64',
        'api/bad-fields: reference > is taken with %s',
        'api/bad-fields: reference > is refused: %s',
      ),
      rule(
        'purchases.phone_number',
        '`phone_number` is required, E.164',
        'api/bad-fields: phone_number > is refused by invalid_phone_number: %s',
        'api/bad-fields: phone_number > is asked for by name when it is missing',
      ),
      rule('purchases.bundle_id', '`bundle_id` is required', 'api/bad-fields: %s > is refused: %s'),
      rule(
        'purchases.network_id',
        '`network_id` refuses a number on another network',
        `${REFUSED} is told for %s`,
      ),
      rule(
        'purchases.lookup',
        'Without `network_id` the number is looked up, porting included',
        'api/buying: a purchase that is accepted > follows a ported number to its network',
      ),
      rule(
        'purchases.metadata',
        '`metadata` takes 20 keys with values up to 500 characters',
        'api/bad-fields: metadata > is refused: %s',
        'api/bad-fields: metadata > is kept as sent: %s',
      ),
      rule(
        'purchases.1',
        'A new purchase returns 201 with the Purchase',
        'api/buying: a purchase that is accepted > is answered by 201 with the whole Purchase, pending',
      ),
      rule(
        'purchases.2',
        'Same reference and body: 200, the original, `Svc-Idempotent-Replay: true`; bought once',
        `${AGAIN} buys once when 200 requests with one body come at the same time`,
        'api/request-ids: every answer carries a request id of its own > a purchase, its replay and their heads',
      ),
      rule(
        'purchases.3',
        'Same reference, other body: 409 `reference_conflict`; nothing bought',
        `${AGAIN} buys one of 50 different bodies and names it to the other 49`,
      ),
      rule(
        'purchases.4',
        'Any response but 201 buys and holds nothing',
        `${REFUSED} is told for %s`,
        `${REFUSED} is told for a balance below the price`,
        'api/idempotency: a refusal leaves the reference free > after %s',
      ),
      rule(
        'purchases.5',
        'Retrying with the same reference never buys twice',
        'client/client: buying > buys once though %s',
        'api/disturbed-lane: a purchase of which nobody knows whether it was bought > is not answered at all; sent again, it is a replay',
        'scenarios/one-reference: buys each once though every connection to PostgreSQL is cut meanwhile, and no process ends',
      ),
      rule(
        'purchases.400',
        '400 for a missing or malformed field',
        `${REFUSED} is told for %s`,
        'api/bad-fields: a field that does not exist > is refused by its name: %s',
      ),
      rule(
        'purchases.401',
        '401 without a key that opens',
        'api/keys: a key that opens nothing > buys nothing',
      ),
      rule(
        'purchases.402',
        '402 when the balance is lower than the price',
        `${REFUSED} is told for a balance below the price`,
      ),
      rule(
        'purchases.403',
        '403 from outside the allowlist',
        'api/addresses: Authentication 3: a valid key from outside the allowlist > is 403 ip_not_allowed, with the address that we saw, and buys nothing',
      ),
      rule(
        'purchases.409',
        '409 names the purchase that has the reference',
        `${REFUSED} is told for a reference of another body, with the purchase that has it`,
      ),
      rule(
        'purchases.422',
        '422 for what is well formed and cannot be carried out',
        `${REFUSED} is told for %s`,
        `${REFUSED} is told for a bundle that is not sold to the account`,
      ),
      rule(
        'purchases.429',
        '429 over the rate, and nothing bought',
        'api/rate-limits: an account over its rate > is told when to come back, whichever of its keys it uses, and buys nothing',
      ),
      rule(
        'purchases.500',
        '500 for a failure of ours, and nothing bought',
        'api/secrecy: a failure that nobody foresaw > in buying is told without a word of the inside, holds nothing and leaves the reference free',
      ),
      rule(
        'purchases.503',
        '503 while the network is unavailable',
        `${REFUSED} is told for a network that takes none, with when to come back and what the network says`,
      ),
    ],
  },
  {
    title: 'Reading purchases',
    rules: [
      rule(
        'list.order',
        'Purchases are listed newest first',
        'api/listing: the list of purchases > comes newest first, 25 a page',
      ),
      rule(
        'list.reference',
        '`reference` returns at most one; none means it was never received',
        'api/listing: a filter > reference finds the one purchase, or none',
      ),
      rule(
        'list.status',
        '`status` filters by state',
        'api/listing: a filter > status=%s finds the %i purchases in that state',
      ),
      rule(
        'list.phone_number',
        '`phone_number` filters by number',
        'api/listing: a filter > phone_number finds the purchases for that number',
      ),
      rule(
        'list.created',
        '`created_from` is inclusive, `created_to` is not',
        'api/listing: a filter > created_from includes its time and created_to does not',
      ),
      rule(
        'list.400',
        'Malformed parameters are 400 with their name; a number is `invalid_phone_number`',
        QUERY,
        'api/bad-queries: a query that is refused by the name of its parameter > phone_number, with a word about the plus that a query must encode',
      ),
      rule(
        'get.purchase',
        'A purchase is read in its current state',
        'api/buying: a purchase that is accepted > reads the same by its id',
        'scenarios/outcomes: %s',
      ),
      rule(
        'get.404',
        '404 `not_found` for what is not on the account',
        'api/bad-queries: an id that names no purchase of ours is not found > %s',
        'api/keys: what belongs to another account > is not there by its id',
      ),
      rule(
        'paging.limit',
        '`limit` is 1 to 100',
        QUERY,
        'api/listing: the list of purchases > is the same in pages of %s, and only the last says there is no more',
        'statements/routes: the lines of a day > refuse limit %j',
      ),
      rule(
        'paging.cursor',
        '`cursor` is the `next_cursor` of the page before',
        'api/listing: a cursor > opens the next page of its own list, of any size, again and again',
        'api/listing: a cursor > opens nothing once any character of it was changed',
      ),
    ],
  },
  {
    title: 'Number lookups and reference data',
    rules: [
      rule(
        'lookups.200',
        'A lookup answers the network that the number is on',
        'api/number-lookups: POST /v1/number-lookups > answers the network of the prefix for a number that did not move, and when it was looked up',
      ),
      rule(
        'lookups.ported',
        'Porting is taken into account, and told',
        'api/number-lookups: POST /v1/number-lookups > takes porting into account',
      ),
      rule(
        'lookups.400',
        '`invalid_phone_number` for what is not E.164',
        'api/number-lookups: POST /v1/number-lookups > is 400 invalid_phone_number for %s',
      ),
      rule(
        'lookups.422',
        '422 `unsupported_network` for a number on none of ours',
        'api/number-lookups: POST /v1/number-lookups > is 422 unsupported_network for a number %s',
      ),
      rule(
        'networks.list',
        'The networks available to the account, with live status',
        'api/networks: GET /v1/networks > lists the networks that the account has a bundle of, and no others',
      ),
      rule('networks.country', '`country` filters', 'api/networks: GET /v1/networks > filters by country'),
      rule(
        'networks.get',
        'One network, or 404',
        'api/networks: GET /v1/networks/{network_id} > shows the network as the list does',
        'api/networks: GET /v1/networks/{network_id} > has no %s',
      ),
      rule(
        'bundles.get',
        'One bundle, or 404',
        'api/bundles: GET /v1/bundles/{bundle_id} > shows one that is withdrawn as not available',
        'api/bundles: GET /v1/bundles/{bundle_id} > has none %s',
      ),
      rule(
        'bundles.list',
        'Bundles can be listed',
        'api/bundles: GET /v1/bundles > lists what is sold to the account, at its own price',
        'api/bundles: GET /v1/bundles > filters by network and by whether it can be bought now',
      ),
      rule(
        'balance.get',
        'The balance',
        'api/buying: the balance > has the three fields of the contract and the time of its last change',
      ),
      rule(
        'status.get',
        'Platform status, and each network of the account with its delivery times',
        'api/status: GET /v1/status > is operational while one worker of several is well, with the networks as they are listed',
      ),
    ],
  },
  {
    title: 'Statements',
    rules: [
      rule(
        'statements.get',
        'The statement of a UTC day',
        'statements/routes: a statement > of a closed day has its opening and closing balance and its totals',
      ),
      rule(
        'statements.404',
        '404 for a day without statement',
        'statements/routes: a statement > of %s is not found: no day, before the account, or in the future',
      ),
      rule(
        'lines.page',
        'Lines come in pages, 25 unless asked otherwise',
        'statements/routes: the lines of a day > come in order, page by page, with the fields of the contract',
      ),
      rule(
        'lines.csv',
        'With `Accept: text/csv` the whole day is one file',
        `${CSV} is one file whatever limit says`,
        `${CSV} answers Accept: %s with %s, and says that it varies`,
      ),
      rule(
        'lines.columns',
        'Ten columns in order, a header row first; `line_id` is the `id`',
        `${CSV} has the columns of the contract in order, and the very lines of the pages`,
      ),
      rule(
        'reconciliation',
        'Fetch until closed, match by reference, check the sum, look up the rest',
        'docs/readme: reconciles the day by the reference of the purchase',
        'statements/closing: closing > closes a day that has ended with its balances and totals, and a second time changes nothing',
      ),
    ],
  },
];
