import { readNetworks } from '../db/networks/networks.ts';
import { wrongUsage } from './failure.ts';
import type { Session } from './session.ts';

/**
 * The network of a filter; null without one.
 * @throws CliError with the networks that exist if the name is unknown: an empty list would look as if nothing were wrong.
 */
export async function filteredNetwork(
  { pool }: Pick<Session, 'pool'>,
  text: string | undefined,
): Promise<string | null> {
  if (text === undefined) return null;
  const known = (await readNetworks(pool())).map(({ id }) => id);
  if (!known.includes(text))
    throw wrongUsage(`There is no network ${text}. Give one of: ${known.join(', ')}.`);
  return text;
}
