import type { Bundle } from '../../src/index.ts';
import { fields, moneyText, table, time } from '../show/layout.ts';
import type { Command } from '../spec.ts';

/** `bundles`: what can be bought, and at which price. */
export const BUNDLES: Command = {
  name: 'bundles',
  args: [],
  summary: 'Lists the bundles that you can buy, with your prices.',
  options: {
    network: { kind: 'value', value: 'ID', help: 'only bundles of this network, for example net_mtn_ng' },
    all: { kind: 'flag', help: 'also bundles that are not available now' },
  },
  async run({ api }, given) {
    const network = given.value('network');
    const bundles: Bundle[] = [];
    const query = {
      ...(network === undefined ? {} : { network_id: network }),
      ...(given.flag('all') ? {} : { available: true }),
    };
    for await (const bundle of api().bundles.list(query)) bundles.push(bundle);
    return {
      json: bundles,
      text: table(
        ['Bundle', 'Name', 'Network', 'Price', 'Available'],
        bundles.map(({ id, name, network_id, price, available }) => [
          id,
          name,
          network_id,
          moneyText(price),
          available ? 'yes' : 'no',
        ]),
      ),
    };
  },
};

/** `balance`: what the account can spend. */
export const BALANCE: Command = {
  name: 'balance',
  args: [],
  summary: 'Shows what you can spend now, and what pending purchases hold.',
  options: {},
  async run({ api }) {
    const balance = await api().balance();
    return {
      json: balance,
      text: fields([
        ['Available', moneyText(balance.available)],
        ['Held', moneyText(balance.held)],
        ['Changed', time(balance.updated_at)],
      ]),
    };
  },
};
