import { afterAll, describe, expect, it } from 'vitest';
import type { Postgres } from '../../../tools/stack/servers/postgres.ts';
import { counts, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { type Posted, PROMPT, post } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';
import { type Archive, createArchive } from '../../support/recovery/archive.ts';
import { lostOf, readRestored, uncharged, verifiesExcept } from '../../support/recovery/losses.ts';
import { settleAsDocumented } from '../../support/recovery/operator.ts';

/** Once per minute in production, which is too long for a test. */
const ARCHIVED_EVERY_S = 3;
/** Purchases that are accepted and delivered after the last archived segment. */
const AFTER_THE_ARCHIVE = 10;
const FINAL_MS = 180_000;

describe.runIf(OWN_SERVERS)('PostgreSQL destroyed with its data, and Temporal emptied', () => {
  const random = seeded(import.meta.url);
  const undo: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });

  it('is restored to a moment, or to the end of the archive; later purchases are lost, and the books name them', async () => {
    const archive = await createArchive(ARCHIVED_EVERY_S);
    undo.push(archive.close);
    const stack = await startFaultStack({ postgresSettings: archive.settings });
    undo.push(stack.stop);
    const password = new URL(stack.stack.databaseUrl).password;

    const before = await post(stack, { name: 'before', count: 40, endings: PROMPT, random, insists: true });
    const beside = post(stack, { name: 'beside', count: 40, endings: PROMPT, random, pauseMs: 200 });
    await archive.backUp(stack.stack.databaseUrl);
    const kept = [...before, ...(await beside)];
    // A backup is not restored to a time in the second of its end.
    const backedUpAt = Date.now();
    await eventually('a later second', FINAL_MS, async () => Date.now() - backedUpAt > 1_000);
    const moment = new Date();

    const { posted: after, destroyedAt } = await destroyUnderLoad(stack, archive);
    const earlier = await archive.restore(password, { until: moment.toISOString() });
    const { references } = await readRestored(earlier.url);
    await earlier.destroy();
    expect(lostOf(kept, { references, lastCommit: 0 })).toEqual([]);
    expect(after.filter(({ reference }) => references.has(reference))).toEqual([]);

    const restored = await archive.restore(password, { settings: archive.settings });
    undo.push(restored.destroy);
    const state = await readRestored(restored.url);
    const lost = lostOf([...kept, ...after], state);
    // WAL is in order: what was answered before the last restored commit was committed before it.
    expect(lost.filter(({ answeredAt }) => (answeredAt ?? 0) < state.lastCommit)).toEqual([]);
    expect(lost.length).toBeGreaterThan(0);

    const seconds = await bringBack(stack, restored, destroyedAt, [...kept, ...after]);
    report({
      fault: 'PostgreSQL and its data destroyed under load, Temporal emptied',
      broken: `${kept.length} purchases before the moment, ${after.length} after it; the archive was away before the end`,
      held: `${lost.length} lost, all of them after the last archived segment, ${((destroyedAt - state.lastCommit) / 1_000).toFixed(1)} s before; the books name each delivery`,
      seconds,
    });
  });

  /** Posts until some purchases were accepted after the last archived segment, then destroys all state. */
  async function destroyUnderLoad(stack: FaultStack, archive: Archive) {
    const loaded = new AbortController();
    const { signal } = loaded;
    const posting = post(stack, {
      name: 'after',
      count: 5_000,
      endings: PROMPT,
      random,
      pauseMs: 150,
      signal,
    });
    await eventually('a purchase of this load exists', FINAL_MS, () => somePurchaseIs(stack, 'after-'));
    const segment = await currentSegment(stack);
    await eventually('a segment of this load was archived', FINAL_MS, async () => {
      return (archive.segments().at(-1) ?? '') >= segment;
    });
    // No further segment arrives, so that these are lost for certain.
    archive.admit(false);
    await eventually('purchases follow the last segment', FINAL_MS, async () => {
      return (await deliveredAfterTheArchive(stack)) >= AFTER_THE_ARCHIVE;
    });
    await stack.postgres.destroy();
    const destroyedAt = Date.now();
    loaded.abort();
    const { api, worker } = stack.stack.processes;
    for (const process of [api, worker]) process.kill('SIGKILL');
    await stack.temporal.take();
    archive.admit(true);
    return { posted: await posting, destroyedAt };
  }

  /** Does what the docs say, then starts worker and API. Returns the seconds from the loss to the first new purchase. */
  async function bringBack(
    stack: FaultStack,
    restored: Postgres,
    destroyedAt: number,
    posted: readonly Posted[],
  ): Promise<number> {
    stack.proxies.postgres.target(restored.port);
    await stack.temporal.bringEmpty();
    const notOurs = await settleAsDocumented(stack);
    const unknown = await uncharged(stack);
    const ids = new Set(posted.map(({ purchaseId }) => purchaseId));
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.filter((id) => !ids.has(id))).toEqual([]);
    expect(notOurs).toEqual(expect.arrayContaining(unknown));
    await verifiesExcept(stack, unknown);

    await stack.stack.restart('worker');
    await stack.stack.restart('api');
    const [first] = await post(stack, { name: 'first', count: 1, endings: PROMPT, random, insists: true });
    expect(first?.kind).toBe('accepted');
    const seconds = (Date.now() - destroyedAt) / 1_000;
    const more = await post(stack, { name: 'more', count: 20, endings: PROMPT, random, insists: true });
    expect(more.filter(({ kind }) => kind !== 'accepted')).toEqual([]);
    await eventually('all purchases are final', FINAL_MS, () => nothingIsPending(stack));
    await verifiesExcept(stack, unknown);
    return seconds;
  }
});

async function nothingIsPending(stack: FaultStack): Promise<boolean> {
  return (await counts(stack)).pending === 0;
}

async function somePurchaseIs({ pool }: FaultStack, prefix: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM purchases WHERE starts_with(reference, $1) LIMIT 1', [
    prefix,
  ]);
  return rowCount === 1;
}

/** The name of the WAL segment that is written now. All earlier transactions are in this segment or in an earlier one. */
async function currentSegment({ pool }: FaultStack): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name',
  );
  if (rows[0] === undefined) throw new Error('PostgreSQL names no WAL segment.');
  return rows[0].name;
}

async function deliveredAfterTheArchive({ pool }: FaultStack): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`
    SELECT count(*)::int AS count
      FROM purchases, pg_stat_archiver
     WHERE status = 'successful' AND created_at > last_archived_time`);
  return rows[0]?.count ?? 0;
}
