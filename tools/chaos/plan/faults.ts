import { CRASH_POINTS, type CrashPointName } from '../../../domain/purchase/crash-points.ts';
import { type Random, randomOf } from './random.ts';

/** The programs that a run kills and pauses. */
export const APIS = ['api', 'secondApi'] as const;
export const WORKERS = ['worker', 'secondWorker'] as const;
export const SIMULATORS = ['simulator', 'reloadly'] as const;
export type Program = (typeof APIS | typeof WORKERS | typeof SIMULATORS)[number];

/** The servers that a run kills. */
export const SERVERS = ['postgres', 'temporal'] as const;
export type Server = (typeof SERVERS)[number];

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
  | {
      readonly kind: 'swizzle';
      readonly order: readonly (Program | Server)[];
      readonly back: readonly (Program | Server)[];
    }
  | { readonly kind: 'cut' | 'reset' | 'refuse'; readonly link: Link }
  | { readonly kind: 'slow'; readonly link: Link; readonly ms: number }
  | { readonly kind: 'lose_answers'; readonly link: Link; readonly count: number }
  | { readonly kind: 'receiver_fails'; readonly how: 'status_500' | 'silent' }
  | { readonly kind: 'temporal_killed' }
  | { readonly kind: 'temporal_emptied' }
  | { readonly kind: 'postgres_killed' }
  | { readonly kind: 'postgres_paused' }
  | { readonly kind: 'postgres_fails_over' }
  /** Every commit waits for the disk for this long. */
  | { readonly kind: 'slow_disk'; readonly ms: number }
  /** The clock jumps by this time, and back when the fault ends. PostgreSQL's is the clock of all deadlines. */
  | { readonly kind: 'clock'; readonly of: Clock; readonly ms: number };

export const CLOCKS = ['postgres', ...APIS, ...WORKERS] as const;
export type Clock = (typeof CLOCKS)[number];

/** A fault with its time, both counted in milliseconds from the start of the run. */
export interface PlannedFault {
  readonly fromMs: number;
  readonly toMs: number;
  readonly fault: Fault;
}

type Draw = (random: Random) => Fault;

const PROGRAMS = [...APIS, ...WORKERS] as const;
/** A simulator that is killed would forget what it should do, so these are only paused. */
const NODES = [...PROGRAMS, ...SERVERS] as const;
/** Less than a purchase may take, and enough to pass an inquiry or a retry. */
const JUMPS_MS = { fromMs: 500, toMs: 20_000 } as const;

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
  (random) => ({ kind: 'swizzle', order: random.shuffle(NODES), back: random.shuffle(NODES) }),
  (random) => ({ kind: random.pick(['cut', 'reset', 'refuse'] as const), link: random.pick(LINKS) }),
  (random) => ({ kind: random.pick(['cut', 'reset', 'refuse'] as const), link: random.pick(LINKS) }),
  (random) => ({ kind: 'slow', link: random.pick(LINKS), ms: random.between(20, 400) }),
  (random) => ({ kind: 'lose_answers', link: random.pick(LINKS), count: random.between(1, 6) }),
  (random) => ({ kind: 'receiver_fails', how: random.pick(['status_500', 'silent'] as const) }),
  () => ({ kind: 'temporal_killed' }),
  () => ({ kind: 'temporal_emptied' }),
  () => ({ kind: 'postgres_killed' }),
  () => ({ kind: 'postgres_paused' }),
  () => ({ kind: 'postgres_fails_over' }),
  (random) => ({ kind: 'slow_disk', ms: random.between(20, SLOWEST_DISK_MS) }),
  (random) => ({ kind: 'clock', of: 'postgres', ms: drawJump(random) }),
  (random) => ({ kind: 'clock', of: random.pick(CLOCKS), ms: drawJump(random) }),
];

/** PostgreSQL's own limit of `commit_delay`. */
const SLOWEST_DISK_MS = 100;

/** Forwards or backwards. */
function drawJump(random: Random): number {
  const ms = random.between(JUMPS_MS.fromMs, JUMPS_MS.toMs);
  return random.chance(0.5) ? ms : -ms;
}

const GAP = { fromMs: 300, toMs: 4_000 } as const;
const LENGTH = { fromMs: 300, toMs: 9_000 } as const;
/** Over when they have happened. A server that was killed needs a moment to be missed. */
const AT_ONCE: ReadonlySet<Fault['kind']> = new Set(['cut', 'reset', 'postgres_fails_over']);
const QUIET_MS = 2_000;
/** Storms and calms alternate, so that in a long run most purchases are also carried out. */
const STORM_MS = 60_000;

/** The faults of a run. They overlap, but never two on the same part. The same seed and length give the same plan. */
export function planFaults(seed: number, runMs: number): PlannedFault[] {
  const random = randomOf(seed);
  const planned: PlannedFault[] = [];
  for (let at = QUIET_MS; at < runMs; at += random.between(GAP.fromMs, GAP.toMs)) {
    if (isCalm(at)) continue;
    const fault = random.pick(CATALOGUE)(random);
    const length = AT_ONCE.has(fault.kind) ? 0 : random.between(LENGTH.fromMs, LENGTH.toMs);
    const one = { fromMs: at, toMs: Math.min(at + length, runMs), fault };
    if (planned.every((other) => !overlaps(one, other) || !sharePart(one.fault, other.fault)))
      planned.push(one);
  }
  return planned;
}

function isCalm(atMs: number): boolean {
  return Math.floor(atMs / STORM_MS) % 2 === 1;
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
    case 'postgres_paused':
    case 'postgres_fails_over':
    case 'slow_disk':
      return ['postgres'];
    case 'clock':
      return [fault.of === 'postgres' ? 'clock' : fault.of];
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
    case 'postgres_paused':
      return 'PostgreSQL is paused, as by a disk that hangs (SIGSTOP)';
    case 'postgres_fails_over':
      return 'PostgreSQL gets a synchronous standby, is killed and destroyed, and the standby is promoted';
    case 'slow_disk':
      return `PostgreSQL's disk is slow (each commit takes ${fault.ms} ms longer)`;
    case 'clock':
      return `the clock of ${fault.of === 'postgres' ? 'PostgreSQL' : fault.of} jumps by ${fault.ms} ms`;
    default:
      return `the link to ${LINK_NAMES[fault.link]} is ${fault.kind === 'refuse' ? 'refused' : fault.kind}`;
  }
}
