import { rule, type Section } from '../rule.ts';

const BUYING =
  'api/buying: a purchase that is accepted > is answered by 201 with the whole Purchase, pending';
const PURCHASE = 'contract/purchase: a purchase as clients see it > %s';
const LINES =
  'statements/routes: the lines of a day > come in order, page by page, with the fields of the contract';
const STATEMENT =
  'statements/routes: a statement > of a closed day has its opening and closing balance and its totals';

export const RESOURCES: readonly Section[] = [
  {
    title: 'Conventions',
    rules: [
      rule(
        'conventions.object',
        'Every resource names its type in `object`',
        'contract/documentation: every resource names its type in object',
      ),
      rule(
        'conventions.ids',
        'Ids are `pur_`, `net_`, `bnd_`, `stl_`, `evt_`, `req_` and a rest',
        'domain/ids: an identifier > is its prefix and 26 characters of lower-case Crockford base32',
        'contract/documentation: the ids of resources have their prefixes',
      ),
      rule(
        'conventions.money',
        'Money is an integer amount in minor units and a currency',
        'contract/documentation: money is an integer and three capital letters',
      ),
      rule(
        'conventions.list',
        'Lists are `object` `list`, `data`, `has_more`, `next_cursor`',
        'api/listing: the list of purchases > comes newest first, 25 a page',
        'contract/documentation: every list has the one envelope',
      ),
      rule('conventions.times', 'Timestamps are ISO 8601 in UTC', BUYING),
      rule(
        'conventions.request_id',
        'Every response has its own `Svc-Request-Id`, `req_…`',
        'api/request-ids: every answer carries a request id of its own > GET %s',
        'api/request-ids: every answer carries a request id of its own > an error: %s',
        'api/request-ids: every answer carries a request id of its own > a purchase, its replay and their heads',
      ),
      rule(
        'conventions.json',
        'Requests and responses are JSON',
        'api/bad-bodies: a body that says it is something else > is refused by 415: %s',
        'contract/openapi: answers of /v1 > are kept by no cache and taken for nothing but JSON, and no other site may read them',
      ),
    ],
  },
  {
    title: 'Resources',
    rules: [
      rule('purchase.fields', 'A Purchase has its fifteen fields, in each of its states', PURCHASE, BUYING),
      rule('purchase.bundle', '`bundle` is the bundle as it was when bought', BUYING),
      rule(
        'purchase.completed_at',
        '`completed_at` is when it became successful or failed; null while pending',
        PURCHASE,
      ),
      rule('purchase.delivery', '`delivery` is there once the network confirmed, null otherwise', PURCHASE),
      rule(
        'purchase.resolve_by',
        '`resolve_by` is the latest time of a final state',
        BUYING,
        'relay/guard: the deadline guard > settles what is overdue without Temporal, beyond one page, and leaves no start behind',
      ),
      rule('purchase.failure', '`failure` has code and message when failed, null otherwise', PURCHASE),
      rule('purchase.reversal', '`reversal` has time and reason when reversed, null otherwise', PURCHASE),
      rule(
        'purchase.metadata',
        '`metadata` comes back as sent; an empty object when none was',
        'api/bad-fields: metadata > is kept as sent: %s',
        BUYING,
      ),
      rule(
        'purchase.failure_code',
        '`network_timeout` and `number_not_eligible` are failure codes',
        'contract/documentation: the failure codes that the contract knows are in the catalogue',
      ),
      rule(
        'bundle.fields',
        'A Bundle has its fields, at the price of the account',
        'api/bundles: GET /v1/bundles > lists what is sold to the account, at its own price',
      ),
      rule(
        'bundle.available',
        '`available` says whether it can be bought now',
        'api/bundles: GET /v1/bundles/{bundle_id} > shows one that is withdrawn as not available',
        'api/bundles: GET /v1/bundles/{bundle_id} > shows none as available whose network refuses purchases',
      ),
      rule(
        'network.fields',
        'A Network has its fields, its status, why and since when',
        'api/networks: GET /v1/networks > lists the networks that the account has a bundle of, and no others',
        'api/networks: GET /v1/networks/{network_id} > tells its status, why, and since when',
      ),
      rule(
        'network.status',
        '`operational`, `degraded`, `unavailable`; only the last refuses purchases',
        'api/networks: GET /v1/networks/{network_id} > tells its status, why, and since when',
        'api/unavailable-network: a network that is measured to be down is refused with 503, its status, and when to ask again',
      ),
      rule(
        'network.recent_delivery',
        '`recent_delivery` is measured over a window; null with too few',
        'api/networks: recent_delivery > is measured over the purchases of the window, of every account, and null with too few',
      ),
      rule(
        'lookup.fields',
        'A Number lookup has number, network, `ported` and its time',
        'api/number-lookups: POST /v1/number-lookups > answers the network of the prefix for a number that did not move, and when it was looked up',
      ),
      rule(
        'balance.fields',
        'A Balance has `available`, `held` and `updated_at`',
        'api/buying: the balance > has the three fields of the contract and the time of its last change',
      ),
      rule(
        'balance.held',
        '`held` is the price of what is pending',
        'api/buying: a purchase that is accepted > moves its price from available to held',
      ),
      rule('statement.fields', 'A Statement has date, status, currency, balances and five totals', STATEMENT),
      rule(
        'statement.closing_balance',
        '`closing_balance` is null while open',
        'statements/routes: a statement > of today is open and has no closing balance yet',
      ),
      rule(
        'statement.totals',
        'Totals are signed: charges negative, refunds and funding positive',
        'domain/statement: the totals of a day > tell the outcomes apart; charges are negative, and failed purchases count without an amount',
      ),
      rule(
        'line.fields',
        'A Statement line has its fields, nullable where it is of no purchase',
        LINES,
        'db/statement-lines: the lines of a day > have the fields of the contract',
      ),
      rule(
        'line.types',
        'Lines are `purchase`, `reversal`, `funding` or `adjustment`',
        LINES,
        'cli/accounts: bundlewire account > books funding and adjustments with their statement lines and records',
      ),
      rule(
        'status.fields',
        'Service status has platform, networks and its time',
        'api/status: GET /v1/status > is operational while one worker of several is well, with the networks as they are listed',
      ),
    ],
  },
];
