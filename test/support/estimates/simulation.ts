import { estimateBatch, type NetworkWork } from '../../../domain/batch/estimate.ts';
import { addSpan, type Measured, spanBetween } from '../../../domain/batch/measured.ts';
import { computeRowCapacity, observe, roomAhead } from '../../../domain/batch/window.ts';
import type { AccountId, BatchId } from '../../../domain/ids.ts';
import { admit, type Pace, toCapacities } from '../../../domain/network/pace.ts';
import { inFlightOf, type Part, rotated } from './pending.ts';

/** A network of the model. */
export interface ModelNetwork {
  readonly ratePerSecond: number;
  readonly inFlightMax: number;
  readonly resolveWithinMs: number;
  /** From the send to the outcome in ms; null if the network never answers. `random` is in [0, 1). */
  readonly latencyMs: (random: () => number) => number | null;
  /** Its worker has just started: no outcome comes before, in ms from the start. */
  readonly coldMs?: number;
  /** How many purchases its worker starts per second at a time, in ms from the start; as many as are sent, if absent. */
  readonly worker?: (ms: number) => number;
  /** When it takes no purchases, in seconds from the start. */
  readonly away?: readonly (readonly [from: number, to: number])[];
}

export interface ModelBatch {
  readonly account: string;
  /** Seconds from the start of the model. */
  readonly startsAt: number;
  readonly rows: Readonly<Record<string, number>>;
}

export interface Model {
  readonly networks: Readonly<Record<string, ModelNetwork>>;
  readonly batches: readonly ModelBatch[];
}

/** What was estimated of a batch at a time, and when it really ended, in ms from the start. */
export interface Held {
  readonly batch: number;
  readonly atMs: number;
  /** Null where it could not be said. */
  readonly estimatedMs: number | null;
}

const STEP_MS = 100;
const PAGE_STEPS = 2;
const SAMPLE_STEPS = 20;
const PAGE_ROWS = 500;
/** Longest campaign of a model. */
const END_MS = 6 * 3_600_000;

/** Runs a model of the release by the real rules, and asks for an estimate of every running batch every two seconds. */
export function simulate({ networks, batches }: Model, random: () => number) {
  const names = Object.keys(networks);
  const state = batches.map(({ account, startsAt, rows }, index) => ({
    batchId: `bat_${index}` as BatchId,
    accountId: `acc_${account}` as AccountId,
    startsMs: startsAt * 1_000,
    endedMs: null as number | null,
    parts: new Map(
      names.flatMap((name): [string, Part][] =>
        (rows[name] ?? 0) === 0
          ? []
          : [[name, { waiting: rows[name] ?? 0, finals: 0, unsent: [], sent: new Set(), observed: null }]],
      ),
    ),
  }));
  type Running = (typeof state)[number];
  const paces = new Map<string, Pace>();
  const measured = new Map<string, Measured | null>();
  for (const name of names) {
    const { ratePerSecond, inFlightMax } = networks[name] as ModelNetwork;
    const burst = Math.max(1, ratePerSecond);
    paces.set(name, { ratePerSecond, burst, inFlightMax, tokens: burst, tokensAt: new Date(0) });
    measured.set(name, null);
  }
  const busyUntil = new Map<string, number>();
  const held: Held[] = [];
  const isAway = (name: string, ms: number) =>
    (networks[name]?.away ?? []).some(([from, to]) => ms >= from * 1_000 && ms < to * 1_000);

  const pendingOf = (part: Part) => part.unsent.length + part.sent.size;
  const runningAt = (ms: number) =>
    state.filter(({ startsMs, endedMs }) => startsMs <= ms && endedMs === null);

  function settle(ms: number): void {
    for (const { parts } of runningAt(ms)) {
      for (const part of parts.values()) {
        for (const open of part.sent) {
          if ((open.endsMs ?? Number.POSITIVE_INFINITY) > ms) continue;
          part.sent.delete(open);
          part.finals += 1;
        }
      }
    }
  }

  function release(ms: number): void {
    for (const mine of runningAt(ms)) {
      for (const [name, part] of mine.parts) {
        const network = networks[name] as ModelNetwork;
        const sharing = runningAt(ms).flatMap(({ batchId, accountId, parts }) => {
          const other = parts.get(name);
          if (other === undefined) return [];
          const perSecond = other.observed?.perSecond ?? null;
          return [{ batchId, accountId, waiting: other.waiting, pending: pendingOf(other), perSecond }];
        });
        const last = part.observed;
        const now = new Date(ms);
        const observation = observe(last, now, part.finals, pendingOf(part));
        if (observation !== last) {
          part.observed = observation;
          const end = { waiting: part.waiting, open: pendingOf(part), accepting: !isAway(name, ms) };
          const span = spanBetween(last, observation, end);
          if (span !== null) measured.set(name, addSpan(measured.get(name) ?? null, span));
        }
        if (isAway(name, ms)) continue;
        const ahead = roomAhead(last?.perSecond ?? null, part.unsent.length);
        const room = Math.min(
          computeRowCapacity(mine.batchId, network, sharing),
          ahead,
          PAGE_ROWS,
          part.waiting,
        );
        for (let row = 0; row < room; row++) part.unsent.push({ releasedMs: ms, sentMs: null, endsMs: null });
        part.waiting -= room;
      }
    }
  }

  /** When the worker of a network begins with a purchase that is sent now, one after the other. */
  function begin(name: string, { coldMs = 0, worker }: ModelNetwork, ms: number): number {
    if (worker === undefined) return Math.max(ms, coldMs);
    const freeMs = Math.max(ms, coldMs, busyUntil.get(name) ?? 0);
    busyUntil.set(name, freeMs + 1_000 / worker(freeMs));
    return freeMs;
  }

  /** By turns of the accounts, within their capacities, as the relay admits. */
  function send(ms: number, step: number): void {
    for (const name of names) {
      if (isAway(name, ms)) continue;
      const network = networks[name] as ModelNetwork;
      const pace = paces.get(name) as Pace;
      const there = runningAt(ms).flatMap(({ accountId, parts }) => {
        const part = parts.get(name);
        return part === undefined ? [] : [{ accountId, part }];
      });
      const inFlight = new Map<string, number>();
      for (const { accountId, part } of there) {
        inFlight.set(accountId, (inFlight.get(accountId) ?? 0) + part.sent.size);
      }
      const total = [...inFlight.values()].reduce((sum, each) => sum + each, 0);
      const wanted = there.reduce((sum, { part }) => sum + part.unsent.length, 0);
      const { admitted, tokens } = admit(pace, total, wanted, new Date(ms));
      const { capacities, defaultCapacity } = toCapacities(network.inFlightMax, inFlight);
      const left = new Map(
        there.map(({ accountId }) => [accountId, capacities.get(accountId) ?? defaultCapacity]),
      );
      let sent = 0;
      while (sent < admitted) {
        const before = sent;
        for (const accountId of rotated([...left.keys()], step)) {
          if (sent >= admitted || (left.get(accountId) ?? 0) <= 0) continue;
          const oldest = there
            .filter((each) => each.accountId === accountId && each.part.unsent.length > 0)
            .sort((a, b) => (a.part.unsent[0]?.releasedMs ?? 0) - (b.part.unsent[0]?.releasedMs ?? 0))[0];
          const open = oldest?.part.unsent.shift();
          if (oldest === undefined || open === undefined) continue;
          const latency = network.latencyMs(random);
          const deadline = open.releasedMs + network.resolveWithinMs;
          const begunMs = begin(name, network, ms);
          open.endsMs = latency === null ? deadline : Math.min(deadline, begunMs + latency);
          oldest.part.sent.add(Object.assign(open, { sentMs: ms }));
          left.set(accountId, (left.get(accountId) ?? 0) - 1);
          sent += 1;
        }
        if (sent === before) break;
      }
      paces.set(name, { ...pace, tokens: tokens - sent, tokensAt: new Date(ms) });
    }
  }

  function workOf(mine: Running, name: string, part: Part, ms: number): NetworkWork {
    const network = networks[name] as ModelNetwork;
    return {
      name,
      accepting: !isAway(name, ms),
      waiting: part.waiting,
      pending: pendingOf(part),
      finals: part.finals,
      elapsedMs: ms - mine.startsMs,
      inFlight: inFlightOf(part, network.resolveWithinMs, ms),
      resolveWithinMs: network.resolveWithinMs,
      ratePerSecond: network.ratePerSecond,
      inFlightMax: network.inFlightMax,
      measured: measured.get(name) ?? null,
      ownPerSecond: part.observed?.perSecond ?? null,
      others: runningAt(ms).flatMap(({ batchId, accountId, parts }) => {
        const other = parts.get(name);
        if (batchId === mine.batchId || other === undefined) return [];
        const perSecond = other.observed?.perSecond ?? null;
        return [{ accountId, waiting: other.waiting, pending: pendingOf(other), perSecond }];
      }),
    };
  }

  for (let step = 0; step * STEP_MS < END_MS && state.some(({ endedMs }) => endedMs === null); step++) {
    const ms = step * STEP_MS;
    settle(ms);
    for (const batch of runningAt(ms)) {
      const isOver = [...batch.parts.values()].every((part) => part.waiting + pendingOf(part) === 0);
      if (isOver) batch.endedMs = ms;
    }
    if (step % PAGE_STEPS === 0) release(ms);
    send(ms, step);
    if (step % SAMPLE_STEPS !== 0) continue;
    for (const batch of runningAt(ms)) {
      const works = [...batch.parts].map(([name, part]) => workOf(batch, name, part, ms));
      const estimate = estimateBatch(batch.accountId, new Date(ms), works);
      const estimatedMs = estimate.kind === 'ends' ? ms + estimate.inMs : null;
      held.push({ batch: state.indexOf(batch), atMs: ms, estimatedMs });
    }
  }
  return { held, ended: state.map(({ startsMs, endedMs }) => ({ startsMs, endedMs })) };
}
