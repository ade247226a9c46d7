import type { BatchRow, Bundle } from '../../../../../clients/typescript/src/types.ts';

/** The code of rows whose bundle is written in words that several bundles fit, or none. */
export const UNCLEAR = 'bundle_unclear';

/** Rows with the same words on the same network. */
export interface UnclearGroup {
  readonly text: string;
  readonly networkId: string;
  readonly lines: readonly number[];
  /** The bundles that the check names as fitting or nearest. */
  readonly suggested: readonly Bundle[];
  /** The other bundles of the network. */
  readonly others: readonly Bundle[];
}

/** Groups rows by what their cell says and by the network of their number; the largest group first. */
export function groupUnclear(rows: readonly BatchRow[], bundles: readonly Bundle[]): readonly UnclearGroup[] {
  const groups = new Map<string, { text: string; networkId: string; message: string; lines: number[] }>();
  for (const { line, bundle_id: text, network_id: networkId, errors } of rows) {
    const error = errors.find(({ code }) => code === UNCLEAR);
    if (error === undefined || networkId === null) continue;
    const key = `${networkId} ${text.toLowerCase().replaceAll(/\s+/g, '')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { text, networkId, message: error.message, lines: [line] });
    else group.lines.push(line);
  }
  return [...groups.values()]
    .map(({ message, ...group }) => {
      const there = bundles.filter(
        ({ network_id, available }) => network_id === group.networkId && available,
      );
      const isNamed = ({ id }: Bundle) => message.includes(`${id} (`);
      return {
        ...group,
        suggested: there.filter(isNamed).toSorted((a, b) => a.price.amount - b.price.amount),
        others: there.filter((bundle) => !isNamed(bundle)),
      };
    })
    .toSorted((a, b) => b.lines.length - a.lines.length);
}
