import { ApiError, type Client, type CreatePurchase, type Purchase, UsageError } from '../../src/index.ts';
import { moneyText } from '../show/layout.ts';
import { knownOutcome } from '../unknown.ts';
import type { Budget, Denial } from './budget.ts';
import { Id, PhoneNumber, Reference, WaitSeconds } from './inputs.ts';
import { isFinal } from './reading.ts';
import { type Tool, tool, toolError } from './tool.ts';
import { waitUntil } from './wait.ts';

/** The tool that buys. Its price is taken from the budget before anything is sent. */
export function buyingTool(client: Client, budget: Budget): Tool {
  return tool({
    name: 'buy_bundle',
    title: 'Buy a bundle',
    description: `Buys a data bundle for a phone number, with real money if the key is live. At most ${moneyText(budget.cap)} while this server runs. The same reference never buys twice: if the outcome is unknown, call this again with the same reference, never with a new one. Preview first, and ask the person before you buy.`,
    input: {
      reference: Reference,
      phone_number: PhoneNumber,
      bundle_id: Id,
      network_id: Id.optional().describe(
        'The network that you expect. If the number is on another network, nothing is bought.',
      ),
      wait_seconds: WaitSeconds,
    },
    reads: false,
    async run({ wait_seconds, ...order }, signal) {
      const known = await client.purchases.find(order.reference);
      const { purchase, replayed } =
        known === null
          ? await buy(client, budget, order, signal)
          : { purchase: sameOrder(known, order), replayed: true };
      const followed = await follow(client, purchase, wait_seconds, signal);
      return { ...followed, replayed, left_of_cap: budget.left() };
    },
  });
}

/** @throws CommandError when the cap is too low, or the outcome is not known; ApiError when it was refused. */
async function buy(client: Client, budget: Budget, order: CreatePurchase, signal: AbortSignal) {
  const { reference, bundle_id } = order;
  const { price } = await client.bundles.get(bundle_id);
  const reserved = budget.reserve(reference, price);
  if (reserved.kind !== 'reserved') throw denied(reserved, budget);
  const advice = `It may have been bought, so its price stays reserved. Call buy_bundle again with the same reference, or find_purchases.`;
  try {
    const bought = await knownOutcome({ reference, advice, signal }, () =>
      client.purchases.create(order, { signal }),
    );
    reserved.keep(bought.purchase.price);
    return bought;
  } catch (error) {
    // Only a rejection is certain. The client turns one that follows a lost answer into an unknown outcome.
    if (error instanceof ApiError || error instanceof UsageError) reserved.release();
    else reserved.keep(null);
    throw error;
  }
}

/** An accepted purchase is shown even if it cannot be followed. */
async function follow(client: Client, purchase: Purchase, seconds: number, signal: AbortSignal) {
  if (isFinal(purchase)) return { final: true, object: purchase };
  try {
    return await waitUntil(() => client.purchases.get(purchase.id, { signal }), isFinal, seconds, signal);
  } catch {
    return { final: false, object: purchase };
  }
}

function sameOrder(known: Purchase, { reference, phone_number, bundle_id }: CreatePurchase): Purchase {
  if (known.phone_number === phone_number && known.bundle.id === bundle_id) return known;
  throw toolError(
    'reference_conflict',
    `The reference ${reference} belongs to another purchase (${known.id}). Nothing was bought. Use a new reference for a new purchase.`,
  );
}

function denied(denial: Denial, { cap }: Budget): Error {
  if (denial.kind === 'other_currency') {
    return toolError(
      'other_currency',
      `The price is in ${denial.currency}, and the cap of this session is in ${cap.currency}. Nothing was bought. A person must start the server with another cap.`,
    );
  }
  return toolError(
    'over_cap',
    `${moneyText(denial.left)} are left of the cap of this session (${moneyText(cap)}), less than the price. Nothing was bought. A person must start the server with a higher cap.`,
  );
}
