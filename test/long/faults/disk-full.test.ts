import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { endsWell, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { bodiesOf, type Posted, PROMPT, postBodies } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/faults/small-disk.ts';

const DISK_MIB = 400;
/** PostgreSQL keeps little log, so that tables fill the disk. */
const SETTINGS = { max_wal_size: '64MB', min_wal_size: '32MB', wal_recycle: 'off' };
const POSTED = 60;

describe.runIf(OWN_SERVERS)('PostgreSQL whose disk is full', () => {
  const random = seeded(import.meta.url);
  const started: FaultStack[] = [];
  const disks: SmallDisk[] = [];
  afterAll(async () => {
    for (const disk of disks) disk.empty();
    for (const stack of started) {
      await stack.postgres.bring();
      await stack.stop();
    }
    for (const disk of disks) disk.unmount();
  });

  it('refuses purchases, loses none, and continues when there is space again', async (context) => {
    const stack = await startFaultStack({
      postgresSettings: SETTINGS,
      prepare: (stateDir) => {
        const disk = mountSmallDisk(stateDir, DISK_MIB);
        if (disk !== null) disks.push(disk);
        else context.skip('this user may not mount a file system');
      },
    });
    started.push(stack);
    const load = { endings: PROMPT, random };
    const before = await postBodies(stack, bodiesOf({ ...load, name: 'before', count: POSTED }), {
      insists: true,
    });
    const [disk] = disks;
    disk?.fill();

    // Pages that are allocated already still take some rows.
    const full: Posted[] = [];
    await eventually('purchases are refused', 180_000, async () => {
      full.push(
        ...(await postBodies(stack, bodiesOf({ ...load, name: `full-${full.length}`, count: POSTED }))),
      );
      return full.filter(({ kind }) => kind !== 'accepted').length >= POSTED;
    });
    const refused = full.filter(({ kind }) => kind === 'refused');
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([500]));
    const log = readFileSync(stack.stack.processes.api.logFile, 'utf8');
    expect(log).toContain('No space left on device');

    disk?.empty();
    await stack.postgres.bring();
    const { seconds } = await endsWell(stack, [...before, ...full]);
    const after = await postBodies(stack, bodiesOf({ ...load, name: 'after', count: POSTED }), {
      insists: true,
    });
    expect(after.filter(({ kind }) => kind !== 'accepted')).toEqual([]);
    await endsWell(stack, [...before, ...full, ...after]);
    report({
      fault: 'the disk of PostgreSQL full',
      broken: `${refused.length} of ${full.length} requests were answered with 500`,
      held: 'every accepted purchase settled once, no refused one exists, purchases accepted again',
      seconds,
    });
  });
});
