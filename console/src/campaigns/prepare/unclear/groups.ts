import type { BatchRow, Bundle } from '../../../../../clients/typescript/src/types.ts';

/** The code of rows whose cell says the data of a bundle in place of its id. */
export const UNCLEAR = 'bundle_unclear';

/** Rows with the same words on the same network, which the same bundles fit. */
export interface UnclearGroup {
  readonly key: string;
  readonly text: string;
  readonly networkId: string;
  readonly rows: number;
  /** The bundles that fit the words, the cheapest first. */
  readonly suggested: readonly Bundle[];
  /** The other bundles of the network. */
  readonly others: readonly Bundle[];
}

/** Identifies the group of a row by what its cell says, by the network of its number and by what fits; null if it is in none. */
export function keyOf({ bundle_id: text, network_id: networkId, errors }: BatchRow): string | null {
  const error = errors.find(({ code }) => code === UNCLEAR);
  if (error === undefined || networkId === null) return null;
  const fitting = error.bundle_ids ?? [];
  return JSON.stringify([networkId, text.toLowerCase().replaceAll(/\s+/g, ''), ...fitting]);
}

/** Groups rows whose bundle is unclear; the largest group first. */
export function groupUnclear(rows: readonly BatchRow[], bundles: readonly Bundle[]): readonly UnclearGroup[] {
  const groups = new Map<string, { readonly first: BatchRow; rows: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: row, rows: 1 });
    else group.rows += 1;
  }
  return [...groups]
    .map(([key, { first, rows: count }]) => toGroup(key, first, count, bundles))
    .toSorted((a, b) => b.rows - a.rows);
}

function toGroup(
  key: string,
  { bundle_id: text, network_id, errors }: BatchRow,
  rows: number,
  bundles: readonly Bundle[],
): UnclearGroup {
  const networkId = network_id ?? '';
  const there = bundles.filter((one) => one.network_id === networkId && one.available);
  const fitting = errors.find(({ code }) => code === UNCLEAR)?.bundle_ids ?? [];
  const [suggested, others] = [true, false].map((isFitting) =>
    there.filter(({ id }) => fitting.includes(id) === isFitting),
  );
  const cheapest = (suggested ?? []).toSorted((a, b) => a.price.amount - b.price.amount);
  return { key, text, networkId, rows, suggested: cheapest, others: others ?? [] };
}

/** The bundle of each group, if exactly one fits every group; otherwise null. */
export function onlyBundles(groups: readonly UnclearGroup[]): ReadonlyMap<string, string> | null {
  const only = groups.flatMap(({ key, suggested: [one, ...more] }) =>
    one === undefined || more.length > 0 ? [] : [[key, one.id] as const],
  );
  return groups.length > 0 && only.length === groups.length ? new Map(only) : null;
}
