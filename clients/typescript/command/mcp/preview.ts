import type { Client } from '../../src/index.ts';
import type { Budget } from './budget.ts';

/** What stops a purchase now. */
type Obstacle =
  | 'bundle_not_available'
  | 'bundle_of_another_network'
  | 'balance_too_low'
  | 'over_the_cap_of_this_session'
  | 'buying_is_not_allowed';

/** What a purchase would be and cost. */
export async function preview(
  client: Client,
  budget: Budget | null,
  { phone_number, bundle_id }: { readonly phone_number: string; readonly bundle_id: string },
): Promise<object> {
  const [number, bundle, { available }] = await Promise.all([
    client.numberLookups.create(phone_number),
    client.bundles.get(bundle_id),
    client.balance(),
  ]);
  const { price } = bundle;
  const left = budget?.left() ?? null;
  const obstacles: Obstacle[] = [
    ...(bundle.available ? [] : ['bundle_not_available' as const]),
    ...(bundle.network_id === number.network_id ? [] : ['bundle_of_another_network' as const]),
    ...(available.amount >= price.amount ? [] : ['balance_too_low' as const]),
    ...(left === null
      ? ['buying_is_not_allowed' as const]
      : left.amount >= price.amount && left.currency === price.currency
        ? []
        : ['over_the_cap_of_this_session' as const]),
  ];
  return {
    number,
    bundle,
    price,
    available,
    left_of_cap: left,
    can_be_bought: obstacles.length === 0,
    obstacles,
  };
}
