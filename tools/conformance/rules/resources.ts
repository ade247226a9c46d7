import { rule, type Section } from '../rule.ts';

export const RESOURCES: readonly Section[] = [
  {
    title: 'Conventions',
    rules: [
      rule('conventions.object', 'Every resource names its type in `object`'),
      rule('conventions.ids', 'Ids start with `pur_`, `net_`, `bnd_`, `stl_`, `evt_` or `req_`'),
      rule('conventions.money', 'Money is an integer amount in minor units and a currency'),
      rule('conventions.list', 'Lists are `object` `list`, `data`, `has_more`, `next_cursor`'),
      rule('conventions.times', 'Timestamps are ISO 8601 in UTC'),
      rule('conventions.request_id', 'Every response has a unique `Svc-Request-Id`, `req_…`'),
      rule('conventions.json', 'Requests and responses are JSON'),
    ],
  },
  {
    title: 'Resources',
    rules: [
      rule('purchase.fields', 'A Purchase has its fifteen fields, in each of its states'),
      rule('purchase.bundle', '`bundle` is the bundle as it was when bought'),
      rule(
        'purchase.completed_at',
        '`completed_at` is when it became successful or failed; null while pending',
      ),
      rule('purchase.delivery', '`delivery` is set once the network has confirmed, null otherwise'),
      rule('purchase.resolve_by', '`resolve_by` is the latest time of a final state'),
      rule('purchase.failure', '`failure` has code and message when failed, null otherwise'),
      rule('purchase.reversal', '`reversal` has time and reason when reversed, null otherwise'),
      rule(
        'purchase.metadata',
        '`metadata` is returned as it was sent; without metadata, it is an empty object',
      ),
      rule('purchase.failure_code', '`network_timeout` and `number_not_eligible` are failure codes'),
      rule('bundle.fields', 'A Bundle has its fields, at the price of the account'),
      rule('bundle.available', '`available` says whether it can be bought now'),
      rule(
        'network.fields',
        'A Network has its fields, with its status, the reason and the time of the last change',
      ),
      rule(
        'network.status',
        'The status is `operational`, `degraded` or `unavailable`; only with the last, purchases are refused',
      ),
      rule(
        'network.recent_delivery',
        '`recent_delivery` is measured over the last minutes; it is null if there were too few purchases',
      ),
      rule('lookup.fields', 'A Number lookup has number, network, `ported` and its time'),
      rule('balance.fields', 'A Balance has `available`, `held` and `updated_at`'),
      rule('balance.held', '`held` is the price of pending purchases'),
      rule('statement.fields', 'A Statement has date, status, currency, balances and five totals'),
      rule('statement.closing_balance', '`closing_balance` is null while open'),
      rule('statement.totals', 'In totals, charges are negative, and refunds and funding are positive'),
      rule('line.fields', 'A Statement line has its fields, some null if it belongs to no purchase'),
      rule('line.types', 'Lines are `purchase`, `reversal`, `funding` or `adjustment`'),
      rule('status.fields', 'Service status has platform, networks and its time'),
    ],
  },
];
