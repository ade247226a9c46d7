import { NIGERIA } from '../../services/catalogue/demo/nigeria.ts';
import { createRandom } from '../stack/random.ts';

/**
 * What becomes of the numbers of a chaos campaign, by their last three digits (docs/sandbox.md): six of seven of every network
 * meet a fault, a refusal or a delay.
 */
const ENDINGS = [
  '000',
  '001',
  '002',
  '003',
  '004',
  '005',
  '006',
  '007',
  '100',
  '102',
  '106',
  '550',
  '980',
  '981',
  '982',
  '983',
  '984',
  '985',
  '986',
  '987',
  '988',
  '989',
] as const;

/** A CSV file of so many rows, over all networks in turn, each for a number of its own; the same for the same seed. */
export function chaosCampaign(rows: number, seed: number): Buffer {
  const random = createRandom(seed);
  const lines = Array.from({ length: rows }, (_, index) => {
    const network = NIGERIA[index % NIGERIA.length];
    const bundle = network?.bundles[Math.floor(random() * network.bundles.length)];
    const prefix = network?.prefixes[Math.floor(random() * network.prefixes.length)];
    if (bundle === undefined || prefix === undefined)
      throw new TypeError('a network without bundles or prefixes');
    const ending = ENDINGS[Math.floor(random() * ENDINGS.length)];
    return `${prefix}${String(index).padStart(4, '0').slice(-4)}${ending},${bundle.id}`;
  });
  return Buffer.from(`phone_number,bundle_id\n${lines.join('\n')}\n`);
}
