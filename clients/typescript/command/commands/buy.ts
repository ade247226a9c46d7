import type { CreatePurchase, Purchase } from '../../src/index.ts';
import { wrongUsage } from '../failure.ts';
import { shownPurchase } from '../show/purchase.ts';
import type { Command, Given, Session, Shown } from '../spec.ts';
import { knownOutcome } from '../unknown.ts';

/** `buy`: one purchase, exactly once for its reference. */
export const BUY: Command = {
  name: 'buy',
  args: ['PHONE', 'BUNDLE'],
  summary: 'Buys a bundle for a phone number, and waits until the purchase is final.',
  options: {
    reference: {
      kind: 'value',
      value: 'REFERENCE',
      required: true,
      help: 'your own name for the purchase; the same reference never buys twice',
    },
    network: {
      kind: 'value',
      value: 'ID',
      help: 'the network that you expect; if the number is on another one, nothing is bought',
    },
    metadata: {
      kind: 'values',
      value: 'KEY=VALUE',
      help: 'your own data, kept with the purchase; repeatable',
    },
    'no-wait': { kind: 'flag', help: 'end as soon as the purchase is accepted' },
  },
  notes: `Store the reference before you run this. If the outcome is not known (exit code 3), run the same command
again with the same reference. It buys nothing twice, and shows the first purchase.

  bundlewire-client buy +2348031234567 bnd_mtn_ng_1gb_30d --reference order-1001`,
  run: buy,
};

async function buy({ terminal, api }: Session, given: Given): Promise<Shown> {
  const [phone_number = '', bundle_id = ''] = given.args;
  const reference = given.value('reference') ?? '';
  const network_id = given.value('network');
  const metadata = readMetadata(given.values('metadata'));
  const client = api();
  const { signal } = terminal;
  const order: CreatePurchase = {
    reference,
    phone_number,
    bundle_id,
    ...(network_id === undefined ? {} : { network_id }),
    ...(metadata === null ? {} : { metadata }),
  };

  const advice = `It may have been bought. Run the same command again with --reference ${reference}: it buys nothing twice. To only look, run: bundlewire-client purchase --reference ${reference}`;
  const { purchase, replayed } = await knownOutcome({ reference, advice, signal }, () =>
    client.purchases.create(order, { signal }),
  );
  if (replayed) terminal.err(`${reference} was sent before. Nothing new was bought.\n`);
  if (given.flag('no-wait') || purchase.status !== 'pending') return shownPurchase(purchase, { replayed });

  terminal.err(`${purchase.id} is accepted. Waiting for the network …\n`);
  const final = await untilFinal(
    purchase,
    () => client.purchases.untilFinal(purchase.id, { signal }),
    signal,
  );
  return shownPurchase(final, { replayed });
}

/** Waits for an accepted purchase. @throws CommandError that says how to look again, when it is still open. */
export function untilFinal(
  { id, reference }: Purchase,
  wait: () => Promise<Purchase>,
  signal: AbortSignal,
): Promise<Purchase> {
  const advice = `It was accepted as ${id}, and its price is held. To look again, run: bundlewire-client purchase ${id} --wait`;
  return knownOutcome({ reference, advice, signal }, wait);
}

function readMetadata(pairs: readonly string[]): Record<string, string> | null {
  if (pairs.length === 0) return null;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key, value] = pair.split(/=(.*)/s);
      if (!key || value === undefined)
        throw wrongUsage(`--metadata ${pair} is not a pair. Write it as order=1001.`);
      return [key, value];
    }),
  );
}
