import { NIGERIA } from '../../services/catalogue/demo/nigeria.ts';
import { createRandom } from '../stack/random.ts';

/** Last three digits of the numbers, which choose their outcome (docs/sandbox.md). Six in seven meet a fault. */
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

/** A CSV file with this many rows, each for a different number. The same seed gives the same file. */
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
