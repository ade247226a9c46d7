import { CommandError, wrongUsage } from '../failure.ts';
import { shownPurchase } from '../show/purchase.ts';
import { type Command, EXIT, type Given, type Session, type Shown } from '../spec.ts';
import { untilFinal } from './buy.ts';

/** `purchase`: the state of one purchase. */
export const PURCHASE: Command = {
  name: 'purchase',
  args: ['[ID]'],
  summary: 'Shows a purchase, by its id (pur_…) or your reference.',
  options: {
    reference: { kind: 'value', value: 'REFERENCE', help: 'your reference, instead of the id' },
    wait: { kind: 'flag', help: 'wait until the purchase is final' },
  },
  notes: 'Ends with 1 if the purchase failed or was reversed, and if there is none.',
  run: show,
};

async function show({ terminal, api }: Session, given: Given): Promise<Shown> {
  const [id] = given.args;
  const reference = given.value('reference');
  if ((id === undefined) === (reference === undefined))
    throw wrongUsage('Give either the id of the purchase or --reference.');
  const client = api();
  const { signal } = terminal;
  const found =
    id === undefined
      ? await client.purchases.find(reference ?? '')
      : await client.purchases.get(id, { signal });
  if (found === null) {
    throw new CommandError(
      `No purchase has the reference ${reference}. It was never received, so it is safe to buy with this reference.`,
      EXIT.notDone,
      'not_found',
      reference,
    );
  }
  if (!given.flag('wait') || found.status !== 'pending') return shownPurchase(found);
  return shownPurchase(
    await untilFinal(found, () => client.purchases.untilFinal(found.id, { signal }), signal),
  );
}
