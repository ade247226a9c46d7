import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { wrongClock } from '../../../tools/chaos/run/clocks.ts';

/** What a program sees in each of many moments: its clock, and its monotonic clock. */
const PROGRAM = `
  const seen = [];
  const timer = setInterval(() => {
    seen.push([Date.now(), new Date().getTime(), performance.timeOrigin + performance.now()]);
    if (performance.now() < 2500) return;
    clearInterval(timer);
    console.log(JSON.stringify({ seen, isDate: new Date(5) instanceof Date, parsed: Date.parse('1970-01-01') }));
  }, 50)`;

it.each([-20_000, 20_000])('the clock of a program jumps by %d ms, and its timers continue', async (ms) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', PROGRAM], {
    env: { ...process.env, ...wrongClock(ms) },
  });
  const { seen, isDate, parsed }: { seen: number[][]; isDate: boolean; parsed: number } = JSON.parse(stdout);
  expect([isDate, parsed]).toEqual([true, 0]);
  // The three are read one after the other, and rounded.
  const jumps = seen.map(([now = 0, date = 0, monotonic = 0]) => {
    expect(Math.abs(now - date)).toBeLessThan(1_000);
    return Math.round((now - monotonic) / 10_000) * 10_000 + 0;
  });
  // On a busy machine, the jump may be over before the first look.
  expect(jumps.filter((jump) => jump !== 0 && jump !== ms)).toEqual([]);
  expect(jumps.at(-1)).toBe(ms);
});
