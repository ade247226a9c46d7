import { type DuplicateOptions, ON_DUPLICATE } from '../../../domain/batch/duplicates.ts';
import type { RowChange } from '../../../domain/batch/rows/row-edit.ts';
import { createRandom } from '../../../tools/stack/random.ts';
import type { FileRow } from './campaign.ts';
import { DuplicateWorld } from './world.ts';

type Change = Omit<RowChange, 'line'>;

const NUMBERS = ['+2348031000001', '+2348031000002', '+2348031000003'] as const;
const BUNDLES = ['bnd_small', 'bnd_large'] as const;
const WINDOWS = [0, 1, 24, 72] as const;
const HOUR_MS = 3_600_000;
/** What happens in one history, besides its first file. */
const EVENTS = 16;

/**
 * Plays one random history of an account: files, results files, changed rows, retries, cancelled campaigns, single purchases,
 * campaigns that buy at the same time, crashes before and after a commit, results of networks, and time that passes.
 * @throws Error when a person got a bundle twice that was not asked for, or did not get one for no reason.
 */
export function playHistory(seed: number): void {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0];
  const world = new DuplicateWorld(Date.UTC(2026, 10, 23));

  const makeRows = (): FileRow[] =>
    Array.from({ length: 1 + below(5) }, () => ({
      phoneNumber: pick(NUMBERS),
      bundleId: pick(BUNDLES),
      resultState: '',
    }));
  const chooseOptions = (): DuplicateOptions => ({ windowHours: pick(WINDOWS), on: pick(ON_DUPLICATE) });
  const files: [FileRow[], ...FileRow[][]] = [makeRows()];
  const changes: readonly [Change, ...Change[]] = [
    { phoneNumber: pick(NUMBERS) },
    { bundleId: pick(BUNDLES) },
    { phoneNumber: null, bundleId: null },
    { dropped: true },
    { dropped: false },
  ];

  const events: readonly [() => void, ...(() => void)[]] = [
    () => {
      const rows = makeRows();
      files.push(rows);
      world.upload(rows, chooseOptions());
    },
    // The same file under another name.
    () => world.upload(pick(files), chooseOptions()),
    // The results file of a campaign, which may itself come from one.
    () => world.upload(world.resultsOf(below(world.campaigns.length)), chooseOptions()),
    () => world.buySingle(pick(NUMBERS), pick(BUNDLES)),
    () => world.release(below(2 ** 30), pick(['recorded', 'recorded', 'not_recorded', 'rolled_back'])),
    () => world.release(below(2 ** 30), 'recorded'),
    () => world.settle(below(2 ** 30), pick(['successful', 'failed', 'reversed'])),
    () => world.settle(below(2 ** 30), 'failed'),
    () => world.change(below(world.campaigns.length), below(2 ** 30), pick(changes)),
    () => world.cancel(below(world.campaigns.length)),
    () => world.retry(below(world.campaigns.length)),
    () => {
      world.retry(below(world.campaigns.length));
      world.change(world.campaigns.length - 1, below(2 ** 30), pick(changes));
    },
    // A campaign and its first retry end, and it is tried again.
    () => {
      world.retry(0);
      world.release(2 ** 30 - 1, 'recorded');
      world.settle(below(2 ** 30), pick(['successful', 'failed']));
    },
    () => world.pass(below(40) * HOUR_MS),
  ];
  world.upload(files[0], chooseOptions());
  for (let played = 0; played < EVENTS; played++) {
    // No two events happen at the same time.
    world.pass(1);
    pick(events)();
  }
  world.pass(1);
  // Whatever was cut off is repeated.
  world.release(2 ** 30 - 1, 'recorded');
  world.requireSettledBooks();
}
