import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseBehaviour, type Traits } from '../../adapters/simulation/behaviour.ts';
import type { Simulator } from '../../adapters/simulation/server.ts';
import { createVtpassAdapter } from '../../adapters/vtpass/adapter.ts';
import { createSimulator } from '../../adapters/vtpass/simulator/server.ts';
import { call } from '../support/adapters/contract-bench.ts';
import { sandboxRows } from '../support/sandbox/page.ts';

/** A day passes in less than a second. */
const TIME_SCALE = 0.000_01;
const DAY_MS = 24 * 3_600_000;

const TRAITS: Traits = {
  reverses: true,
  tellsOfAll: true,
  numberInvalid: null,
  numberBarred: null,
  networkDown: null,
  tooSoon: null,
  exception: null,
  rarer: {},
};
const behaviourOf = (ending: string) =>
  chooseBehaviour(
    { number: `+2348030000${ending}`, submit: 1, lateAnswerMs: 1, orderedBefore: () => false },
    TRAITS,
  );

/** Milliseconds of `3 s`, `20 minutes` or `24 hours`; null of `none`. */
function msOf(text: string): number | null {
  const [, count = '', unit = ''] = /(\d+) (s|minutes|hours)\b/.exec(text) ?? [];
  const units: Readonly<Record<string, number>> = { s: 1_000, minutes: 60_000, hours: 3_600_000 };
  return unit === '' ? null : Number(count) * (units[unit] ?? 0);
}

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'sandbox.md'), 'utf8');
const DELAYS = [...page.matchAll(/^\| (\d|any other) \| ([\w ]+) \|$/gm)].map(([, x = '', delay = '']) => ({
  x: x === 'any other' ? '4' : x,
  delay,
}));

it.each(DELAYS)('the first digit $x is a delay: $delay', ({ x, delay }) => {
  expect(DELAYS).toHaveLength(4);
  expect(behaviourOf(`${x}00`).endAfterMs).toBe(msOf(delay));
  expect(behaviourOf(`${x}02`).endAfterMs).toBe(msOf(delay));
});

it.each(['977', '978', '980', '988'])('%s has the time that its row states', (ending) => {
  const row = sandboxRows('number').find(({ send }) => send === `number \`${ending}\``);
  const { endAfterMs, reverseAfterMs } = behaviourOf(ending);
  expect(reverseAfterMs ?? endAfterMs).toBe(msOf(row?.happens ?? ''));
});

describe('by the clock of the simulator', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  });

  async function order(ending: string) {
    const simulator: Simulator = await createSimulator({ timeScale: TIME_SCALE });
    const settings = { apiKey: 'key', secretKey: 's', timeoutMs: 10_000, holdMs: 180_000 };
    const adapter = createVtpassAdapter({ baseUrl: `${simulator.url}/api`, ...settings });
    opened.push(simulator, adapter);
    const request = {
      gatewayReference: 'pur_01times',
      phoneNumber: `+2348030000${ending}`,
      productCode: 'mtn-data/mtn-1gb',
      firstSentAt: new Date(),
    };
    const answer = await adapter.submit(request, call);
    const times = () => {
      const [entry] = simulator.book('key').entries;
      return { delivered: entry?.delivered_at ?? null, reversed: entry?.reversed_at ?? null };
    };
    return { answer, times };
  }

  it('[sandbox.codes] 978 is delivered, and reversed a day later', async () => {
    const { answer, times } = await order('978');
    expect(answer.kind).toBe('confirmed');
    await expect.poll(() => times().reversed).not.toBeNull();
    const { delivered, reversed } = times();
    // The book shows whole milliseconds.
    expect(Date.parse(reversed ?? '') - Date.parse(delivered ?? '')).toBeGreaterThanOrEqual(
      DAY_MS * TIME_SCALE - 1,
    );
  });

  it('[sandbox.codes] 977 is open at first, and delivered in the end', async () => {
    const { answer, times } = await order('977');
    expect(answer.kind).toBe('accepted');
    await expect.poll(() => times().delivered).not.toBeNull();
  });
});
