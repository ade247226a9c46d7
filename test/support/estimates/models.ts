import type { Model, ModelNetwork } from './simulation.ts';

/** The same time always. */
const constant = (ms: number) => () => ms;
/** Most near the mean, some much later. */
const exponential = (meanMs: number) => (random: () => number) => -Math.log(1 - random()) * meanMs;
/** As measured on gateways: a long tail. */
const longTailed = (medianMs: number) => (random: () => number) =>
  medianMs * Math.exp(0.8 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
/** A part of the orders is never answered. */
const sometimesSilent = (part: number, other: ModelNetwork['latencyMs']) => (random: () => number) =>
  random() < part ? null : other(random);

/** A worker that gets faster until a time, in ms from the start: purchases per second. */
const warmingUp = (from: number, to: number, untilMs: number) => (ms: number) =>
  from + (to - from) * Math.min(1, ms / untilMs) ** 2;

const network = (over: Partial<ModelNetwork>): ModelNetwork => ({
  ratePerSecond: 50,
  inFlightMax: 500,
  resolveWithinMs: 900_000,
  latencyMs: constant(2_000),
  ...over,
});

const one = (net: Partial<ModelNetwork>, rows: number): Model => ({
  networks: { a: network(net) },
  batches: [{ account: 'x', startsAt: 0, rows: { a: rows } }],
});

/** Campaigns as they happen: what limits them differs. */
export const MODELS: Readonly<Record<string, Model>> = {
  'limited by the pace': one({}, 20_000),
  'limited by the budget': one({ ratePerSecond: 1_000, latencyMs: constant(8_000) }, 20_000),
  'short, a minute': one({ ratePerSecond: 20 }, 1_200),
  'a few hundred rows, on a worker that has just started': one(
    { ratePerSecond: 10, latencyMs: exponential(300), coldMs: 7_000 },
    300,
  ),
  'a worker that is slow at first, for a quarter of the campaign': one(
    { ratePerSecond: 8, latencyMs: exponential(300), coldMs: 5_000, worker: warmingUp(1, 6, 20_000) },
    300,
  ),
  'a worker that is slow at first, on a fast network': one(
    { ratePerSecond: 200, latencyMs: exponential(1_000), coldMs: 5_000, worker: warmingUp(5, 100, 30_000) },
    10_000,
  ),
  'a slow network': one({ ratePerSecond: 2, inFlightMax: 50, latencyMs: longTailed(20_000) }, 2_000),
  'exponential latencies': one(
    { ratePerSecond: 200, inFlightMax: 300, latencyMs: exponential(5_000) },
    30_000,
  ),
  'a long tail': one({ ratePerSecond: 40, latencyMs: longTailed(4_000) }, 20_000),
  'one of 500 never answered': one({ latencyMs: sometimesSilent(0.002, exponential(2_000)) }, 20_000),
  'one of 3,000 never answered, to be final in two minutes': one(
    { latencyMs: sometimesSilent(0.000_3, constant(2_000)), resolveWithinMs: 120_000 },
    20_000,
  ),
  'four networks, the slowest decides': {
    networks: {
      mtn: network({ ratePerSecond: 100 }),
      airtel: network({ ratePerSecond: 50, latencyMs: longTailed(3_000) }),
      glo: network({ ratePerSecond: 20, latencyMs: exponential(6_000) }),
      etisalat: network({ ratePerSecond: 5, inFlightMax: 60, latencyMs: longTailed(10_000) }),
    },
    batches: [
      { account: 'x', startsAt: 0, rows: { mtn: 20_000, airtel: 10_000, glo: 8_000, etisalat: 1_000 } },
    ],
  },
  'shares that change: accounts': {
    networks: { a: network({}) },
    batches: [
      { account: 'x', startsAt: 0, rows: { a: 20_000 } },
      { account: 'y', startsAt: 30, rows: { a: 3_000 } },
      { account: 'z', startsAt: 60, rows: { a: 6_000 } },
    ],
  },
  'shares that change: batches of an account': {
    networks: { a: network({ latencyMs: exponential(3_000) }), b: network({ ratePerSecond: 10 }) },
    batches: [
      { account: 'x', startsAt: 0, rows: { a: 10_000, b: 1_500 } },
      { account: 'x', startsAt: 20, rows: { a: 4_000, b: 500 } },
      { account: 'y', startsAt: 20, rows: { a: 4_000 } },
    ],
  },
  'a network that goes away and returns': {
    networks: { a: network({ away: [[100, 220]] }), b: network({ ratePerSecond: 30 }) },
    batches: [{ account: 'x', startsAt: 0, rows: { a: 15_000, b: 5_000 } }],
  },
  'a network that goes away twice, beside another account': {
    networks: {
      a: network({
        latencyMs: exponential(2_000),
        away: [
          [60, 90],
          [200, 260],
        ],
      }),
    },
    batches: [
      { account: 'x', startsAt: 0, rows: { a: 12_000 } },
      { account: 'y', startsAt: 40, rows: { a: 5_000 } },
    ],
  },
};
