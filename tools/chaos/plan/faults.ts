import { CRASH_POINTS, type CrashPointName } from '../../../domain/purchase/crash-points.ts';
import { type Random, randomOf } from './random.ts';

/** The programs that a run kills and pauses. */
export const APIS = ['api', 'secondApi'] as const;
export const WORKERS = ['worker', 'secondWorker'] as const;
export const SIMULATORS = ['simulator', 'reloadly'] as const;
export type Program = (typeof APIS | typeof WORKERS | typeof SIMULATORS)[number];

/** The links that have a proxy. `gateway` leads to DT One's simulator. */
export const LINKS = ['postgres', 'temporal', 'gateway', 'reloadly', 'receiver'] as const;
export type Link = (typeof LINKS)[number];

/** One fault of the catalogue, with everything that is random about it. */
export type Fault =
  | { readonly kind: 'kill'; readonly program: Program }
  | { readonly kind: 'pause'; readonly program: Program }
  | {
      readonly kind: 'crash';
      readonly program: Program;
      readonly point: CrashPointName;
      readonly nth: number;
    }
  | { readonly kind: 'swizzle'; readonly order: readonly Program[]; readonly back: readonly Program[] }
  | { readonly kind: 'cut' | 'reset' | 'refuse'; readonly link: Link }
  | { readonly kind: 'slow'; readonly link: Link; readonly ms: number }
  | { readonly kind: 'lose_answers'; readonly link: Link; readonly count: number }
  | { readonly kind: 'receiver_fails'; readonly how: 'status_500' | 'silent' }
  | { readonly kind: 'temporal_killed' }
  | { readonly kind: 'temporal_emptied' }
  | { readonly kind: 'postgres_killed' };

/** A fault with its time, both counted in milliseconds from the start of the run. */
export interface PlannedFault {
  readonly fromMs: number;
  readonly toMs: number;
  readonly fault: Fault;
}

type Draw = (random: Random) => Fault;

const PROGRAMS = [...APIS, ...WORKERS] as const;

/** Every kind of fault. A kind that is listed twice is drawn twice as often. */
const CATALOGUE: readonly [Draw, ...Draw[]] = [
  (random) => ({ kind: 'kill', program: random.pick(APIS) }),
  (random) => ({ kind: 'kill', program: random.pick(WORKERS) }),
  (random) => ({ kind: 'pause', program: random.pick(PROGRAMS) }),
  (random) => ({ kind: 'pause', program: random.pick(WORKERS) }),
  (random) => ({ kind: 'pause', program: random.pick(SIMULATORS) }),
  (random) => ({
    kind: 'crash',
    program: random.pick(WORKERS),
    point: random.pick(CRASH_POINTS),
    nth: random.between(1, 6),
  }),
  (random) => ({ kind: 'swizzle', order: random.shuffle(PROGRAMS), back: random.shuffle(PROGRAMS) }),
  (random) => ({ kind: random.pick(['cut', 'reset', 'refuse'] as const), link: random.pick(LINKS) }),
  (random) => ({ kind: random.pick(['cut', 'reset', 'refuse'] as const), link: random.pick(LINKS) }),
  (random) => ({ kind: 'slow', link: random.pick(LINKS), ms: random.between(20, 400) }),
  (random) => ({ kind: 'lose_answers', link: random.pick(LINKS), count: random.between(1, 6) }),
  (random) => ({ kind: 'receiver_fails', how: random.pick(['status_500', 'silent'] as const) }),
  () => ({ kind: 'temporal_killed' }),
  () => ({ kind: 'temporal_emptied' }),
  () => ({ kind: 'postgres_killed' }),
];

const GAP = { fromMs: 300, toMs: 4_000 } as const;
const LENGTH = { fromMs: 300, toMs: 9_000 } as const;
/** A cut is over immediately; the server that was killed needs a moment to be missed. */
const AT_ONCE: ReadonlySet<Fault['kind']> = new Set(['cut', 'reset']);
const QUIET_MS = 2_000;

/** The faults of a run. They overlap, but never two on the same part. The same seed and length give the same plan. */
export function planFaults(seed: number, runMs: number): PlannedFault[] {
  const random = randomOf(seed);
  const planned: PlannedFault[] = [];
  for (let at = QUIET_MS; at < runMs; at += random.between(GAP.fromMs, GAP.toMs)) {
    const fault = random.pick(CATALOGUE)(random);
    const length = AT_ONCE.has(fault.kind) ? 0 : random.between(LENGTH.fromMs, LENGTH.toMs);
    const one = { fromMs: at, toMs: Math.min(at + length, runMs), fault };
    if (planned.every((other) => !overlaps(one, other) || !sharePart(one.fault, other.fault)))
      planned.push(one);
  }
  return planned;
}

function overlaps(a: PlannedFault, b: PlannedFault): boolean {
  return a.fromMs <= b.toMs && b.fromMs <= a.toMs;
}

function sharePart(a: Fault, b: Fault): boolean {
  const parts = new Set(partsOf(a));
  return partsOf(b).some((part) => parts.has(part));
}

/** What a fault breaks. */
export function partsOf(fault: Fault): readonly string[] {
  switch (fault.kind) {
    case 'kill':
    case 'pause':
    case 'crash':
      return [fault.program];
    case 'swizzle':
      return fault.order;
    case 'receiver_fails':
      return ['receiver'];
    case 'temporal_killed':
    case 'temporal_emptied':
      return ['temporal'];
    case 'postgres_killed':
      return ['postgres'];
    default:
      return [fault.link];
  }
}

const LINK_NAMES: Readonly<Record<Link, string>> = {
  postgres: 'PostgreSQL',
  temporal: 'Temporal',
  gateway: 'DT One',
  reloadly: 'Reloadly',
  receiver: "the client's receiver",
};

/** A fault in words. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return `${fault.program} is killed (SIGKILL)`;
    case 'pause':
      return `${fault.program} is paused (SIGSTOP)`;
    case 'crash':
      return `${fault.program} is started again, and dies at pass ${fault.nth} of ${fault.point}`;
    case 'swizzle':
      return `${fault.order.join(', ')} are killed in this order, and come back as ${fault.back.join(', ')}`;
    case 'slow':
      return `the link to ${LINK_NAMES[fault.link]} is slow (${fault.ms} ms each way)`;
    case 'lose_answers':
      return `${fault.count} answers of ${LINK_NAMES[fault.link]} are lost`;
    case 'receiver_fails':
      return `the client's receiver ${fault.how === 'silent' ? 'does not answer' : 'answers 500'}`;
    case 'temporal_killed':
      return 'Temporal is stopped, and keeps its data';
    case 'temporal_emptied':
      return 'Temporal is stopped, and loses its data';
    case 'postgres_killed':
      return 'PostgreSQL is killed (SIGKILL)';
    default:
      return `the link to ${LINK_NAMES[fault.link]} is ${fault.kind === 'refuse' ? 'refused' : fault.kind}`;
  }
}
