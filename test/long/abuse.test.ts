import { platform } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABUSE, type AbuseCase } from '../support/abuse/cases.ts';
import { buyAlone, medianOf, type Round, startAbuse, watchMemory } from '../support/abuse/harness.ts';
import { type Answers, sumOf } from '../support/abuse/load.ts';
import { type AbuseSetting, startAbuseSetting } from '../support/abuse/setting.ts';

/** What docs/production.md says that a process takes at most. */
const MEMORY_MAX_MIB = 768;
/**
 * A purchase that takes less is not slow, whatever it took before. On two processors, which the API shares with PostgreSQL and
 * both clients, the p99 of 300 purchases moves between 6 and 160 ms with what else the machine does; without the limits that
 * are tried here it was 600 ms to 20 s. That no turn of the API takes 100 ms is shown by processor time, in nasty-files.test.ts.
 */
const FLOOR_MS = 250;
const ROUNDS = 3;

let setting: AbuseSetting;

/** The kernel's account of memory is read from /proc. */
describe.runIf(platform() === 'linux')(
  'an account buys as fast as ever, and is refused nothing, while',
  () => {
    beforeAll(async () => {
      setting = await startAbuseSetting();
      await buyAlone(setting.url, setting.buyer.key);
    });
    afterAll(() => setting.apis.close());

    // Not '$name': vitest cuts that short.
    it.each(ABUSE.map((abuse) => [abuse.name, abuse] as const))('%s', async (_name, abuse) => {
      const { url, buyer, apis } = setting;
      const memory = watchMemory(apis.pids[0] ?? 0);
      const alone: Round[] = [];
      const beside: Round[] = [];
      const answers: Answers[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        alone.push(await buyAlone(url, buyer.key));
        const abusing = startAbuse(abuse.load(setting));
        beside.push(await buyAlone(url, buyer.key));
        answers.push(await abusing.stop());
      }
      const peak = memory.stop();
      const [calm, abused] = [alone, beside].map((rounds) => medianOf(rounds.map(({ p99 }) => p99)));
      console.log(
        `${abuse.name}: p99 ${calm?.toFixed(0)} → ${abused?.toFixed(0)} ms, ${peak.toFixed(0)} MiB, ${JSON.stringify(sumOf(answers))}`,
      );

      expectAbuse(abuse, answers);
      for (const { statuses } of [...alone, ...beside]) expect(Object.keys(statuses)).toEqual(['201']);
      expect(abused).toBeLessThanOrEqual(Math.max(2 * (calm ?? 0), FLOOR_MS));
      expect(peak).toBeLessThanOrEqual(MEMORY_MAX_MIB);
    });
  },
);

/** The abuse was served or refused as it should be, and no request was left without an answer. */
function expectAbuse({ served, refused = [], bytes = 0 }: AbuseCase, rounds: readonly Answers[]): void {
  const all = sumOf(rounds);
  for (const [status, times] of Object.entries(served))
    expect(all.statuses[status] ?? 0, `answers ${status}`).toBeGreaterThanOrEqual(times * rounds.length);
  const expected = [...Object.keys(served), ...refused];
  expect(Object.keys(all.statuses).filter((status) => !expected.includes(status))).toEqual([]);
  expect(all.bytes).toBeGreaterThanOrEqual(bytes * rounds.length);
  expect(all.broken).toBe(0);
}
