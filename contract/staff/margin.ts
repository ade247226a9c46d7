import { z } from 'zod';
import { Money } from '../common.ts';
import { AccountIdField, staffList } from './common.ts';

export const MARGIN_KEYS = ['network', 'bundle', 'account', 'route', 'day'] as const;

export const StaffMargin = z
  .object({
    key: z
      .string()
      .nullable()
      .meta({
        description:
          'The id of the network, bundle or account, the network and its gateway, or the day; null for deliveries that no gateway is known for.',
        examples: ['net_mtn_ng'],
      }),
    name: z
      .string()
      .nullable()
      .meta({
        description: 'The name of the network, bundle or account; null for the others.',
        examples: ['MTN Nigeria'],
      }),
    deliveries: z.int().describe('How many bundles gateways delivered.'),
    second_deliveries: z
      .int()
      .describe('Those of them that another gateway had delivered too. No client pays for them.'),
    without_cost: z
      .int()
      .describe('Those whose cost or exchange rate is not known. They are not in `margin`.'),
    revenue: Money.describe('What clients paid.'),
    cost: Money.describe('What gateways took, converted at the rates of the time of each order.'),
    margin: Money.describe('Revenue minus cost, of deliveries whose cost is known.'),
    margin_percent: z
      .number()
      .nullable()
      .meta({
        description: 'The margin in percent of that revenue; null without revenue.',
        examples: [12.5],
      }),
  })
  .meta({ id: 'StaffMargin', description: 'What deliveries earned and cost, in one currency.' });
export type StaffMargin = z.output<typeof StaffMargin>;

export const StaffMarginList = staffList('StaffMarginList', StaffMargin);

export const StaffBelowCost = z
  .object({
    network_id: z.string().meta({ description: 'Id of the network.', examples: ['net_mtn_ng'] }),
    network_name: z.string().meta({ description: 'Name of the network.', examples: ['MTN Nigeria'] }),
    bundle_id: z.string().meta({ description: 'Id of the bundle.', examples: ['bnd_mtn_ng_1gb_30d'] }),
    bundle_name: z.string().meta({ description: 'Name of the bundle.', examples: ['1 GB, 30 days'] }),
    account_id: AccountIdField.describe('Id of the live account that pays least.'),
    account_name: z.string().meta({ description: 'Name of this account.', examples: ['Acme'] }),
    price: Money.describe('What this account pays.'),
    cost: z.string().meta({
      description:
        'What the gateway takes now, as decimal text in the currency of the price, converted at the current rate.',
      examples: ['512.25'],
    }),
    route: z
      .string()
      .meta({ description: 'Gateway that takes more than the account pays.', examples: ['main'] }),
  })
  .meta({
    id: 'StaffBelowCost',
    description: 'A bundle that costs more at a gateway than an account pays for it.',
  });
export type StaffBelowCost = z.output<typeof StaffBelowCost>;

export const StaffBelowCostList = staffList('StaffBelowCostList', StaffBelowCost);

export const StaffTraceCost = z
  .object({
    route: z.string().meta({ description: 'The gateway that delivered.', examples: ['main'] }),
    cost: z
      .string()
      .nullable()
      .meta({ description: 'What it took, as decimal text; null if it is not known.', examples: ['1.25'] }),
    currency: z
      .string()
      .nullable()
      .meta({ description: 'The currency of the cost.', examples: ['USD'] }),
    source: z
      .enum(['price', 'list'])
      .nullable()
      .describe("`price`: the price when the order was sent. `list`: the gateway's own list or answer."),
    rate: z
      .string()
      .nullable()
      .meta({
        description:
          'The exchange rate into the currency of the client when the order was sent; null if none is known.',
        examples: ['1532.5'],
      }),
  })
  .meta({ id: 'StaffTraceCost', description: 'What a gateway took for a delivery.' });
export type StaffTraceCost = z.output<typeof StaffTraceCost>;
