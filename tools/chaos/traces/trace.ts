/** The final states that a purchase can have, each with its event. */
export const FINALS = ['successful', 'failed', 'reversed'] as const;
export type Final = (typeof FINALS)[number];

/** What can be seen of one purchase: `Seen` in docs/proof/Trace.tla. */
export interface Seen {
  readonly status: 'none' | 'pending' | Final;
  /** By attempt. */
  readonly fence: readonly ('none' | 'open' | 'not_submitted')[];
  /** When the stored confirmation was received, against `resolve_by`. */
  readonly conf: 'none' | 'timely' | 'late';
  /** The first signed callback about a delivery. */
  readonly cb: 'none' | 'timely' | 'late' | 'handled';
  readonly late: boolean;
  readonly lateInq: 'none' | 'open' | 'ended';
  readonly captured: number;
  readonly released: number;
  readonly refunded: number;
  readonly events: Readonly<Record<Final, number>>;
  /** What the gateway has done with its order, and how often it took one. */
  readonly order: 'none' | 'has' | 'delivered' | 'refused' | 'reversed';
  readonly orders: number;
}

/** What the clock of the model can show: sends may begin, no more sends begin, settling is due, `resolve_by` has passed. */
export type Reading = 0 | 1 | 2 | 3;

/** One step of a trace. */
export type TraceStep =
  | {
      /** A transaction or the gateway changed something; or an operator did, which the model alone does not know. */
      readonly what: 'change' | 'by_hand';
      readonly became: Partial<Seen>;
      /** When the step was decided; null if that is not known, or does not matter. */
      readonly clock: Reading | null;
    }
  /** `denied`: the gateway does not know the order. `turned_away`: a submission reached it, and it took no order. */
  | { readonly what: 'denied' | 'turned_away' };

/** What was seen of one purchase, in order. */
export type Trace = readonly TraceStep[];

/** Before a purchase is accepted. */
export const NOTHING: Seen = {
  status: 'none',
  fence: [],
  conf: 'none',
  cb: 'none',
  late: false,
  lateInq: 'none',
  captured: 0,
  released: 0,
  refunded: 0,
  events: { successful: 0, failed: 0, reversed: 0 },
  order: 'none',
  orders: 0,
};

/** Traces that are the same, with the purchases that they belong to. */
export interface Shape {
  readonly trace: Trace;
  readonly purchases: readonly string[];
}

/** Every different trace once, the most frequent first. */
export function toShapes(traces: ReadonlyMap<string, Trace>): Shape[] {
  const groups = Map.groupBy(traces, ([, trace]) => JSON.stringify(trace));
  const shapes = [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ trace: first[1], purchases: same.map(([id]) => id) }];
  });
  return shapes.toSorted((a, b) => b.purchases.length - a.purchases.length);
}

/** A trace that grows step by step. */
export interface TraceWriter {
  /** As it is after the last step. */
  readonly seen: Seen;
  readonly steps: Trace;
  /** Adds a step if something has changed. */
  change(next: Seen, clock?: Reading | null, what?: 'change' | 'by_hand'): void;
  note(what: 'denied' | 'turned_away'): void;
}

/** An empty trace. */
export function createTraceWriter(): TraceWriter {
  const steps: TraceStep[] = [];
  let seen = NOTHING;
  return {
    get seen() {
      return seen;
    },
    steps,
    change(next, clock = null, what = 'change') {
      const names = Object.keys(next).filter((name): name is keyof Seen => name in NOTHING);
      const changed = names.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(seen[name]));
      seen = next;
      if (changed.length === 0) return;
      steps.push({ what, became: Object.fromEntries(changed.map((name) => [name, next[name]])), clock });
    },
    note(what) {
      // The gateway may be asked any number of times.
      if (what === 'turned_away' || steps.at(-1)?.what !== what) steps.push({ what });
    },
  };
}
