/** Permits that a process was given of a window that all processes share. */
export interface Lease {
  /** Names the window; later windows have greater names. */
  readonly window: number;
  readonly granted: number;
  /** What nobody has taken yet. */
  readonly left: number;
  readonly endsInMs: number;
}

export interface LeaseRequest {
  readonly limit: number;
  /** Permits already given away here before they were asked for. */
  readonly owed: number;
  /** Requests that wait for this very lease. */
  readonly waiting: number;
}

/** What a request is told. */
export interface Taken {
  readonly admitted: boolean;
  /** As far as this process knows. */
  readonly remaining: number;
  /** Until the window ends. */
  readonly resetMs: number;
}

/**
 * A budget a second for each key, shared by processes that ask one another nothing: each takes permits of the shared window in
 * advance and counts them down by itself. Before its first lease, and between two, a process may admit a sixteenth of the
 * limit on credit (at least one), so that no request waits in the common case. So all processes together admit at most the
 * limit plus a sixteenth of it for each process, one process alone never more than the limit; and a tenth of what was left may
 * lie unused with a process that nobody asks any more.
 */
export interface SharedBudget {
  take(key: string, limit: number): Taken | Promise<Taken>;
  /** What a request would be told, without taking. */
  peek(key: string, limit: number): Omit<Taken, 'admitted'>;
}

export interface SharedBudgetDeps {
  /** Takes permits of the shared window. When it rejects, this process counts by itself until its window ends. */
  readonly lease: (key: string, request: LeaseRequest) => Promise<Lease>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Milliseconds until the current second ends, as the wall clock here says. */
  readonly msToSecondEnd: () => number;
  /** Resolves when the requests that came in together have all been counted. */
  readonly together: () => Promise<void>;
}

const WINDOW_MS = 1_000;
const KEYS_MAX = 10_000;
/** Requests that wait for permits are told no after so many leases: others were faster each time. */
const LEASES_MAX = 20;

/** The permits that a process may give away before it has them. */
export function computeCredit(limit: number): number {
  return Math.max(1, Math.floor(limit / 16));
}

interface View {
  /** The shared window that was heard of last. */
  window: number;
  /** Whether that window has ended here since. */
  ended: boolean;
  endsAt: number;
  spent: number;
  granted: number;
  /** Null while nothing is known of the window. */
  left: number | null;
  waiting: number;
  leasing: Promise<void> | null;
}

export function createSharedBudget(deps: SharedBudgetDeps): SharedBudget {
  const views = new Map<string, View>();

  const getView = (key: string): View => {
    const now = deps.now();
    const view = views.get(key) ?? addView(views, key, now, deps.msToSecondEnd());
    if (now >= view.endsAt) endWindow(view, now);
    return view;
  };

  const lease = (key: string, limit: number, view: View): Promise<void> => {
    view.leasing ??= askForLease(deps, key, limit, view).finally(() => {
      view.leasing = null;
    });
    return view.leasing;
  };

  const told = (view: View, limit: number, admitted: boolean): Taken => ({
    admitted,
    remaining: admitted ? computeRemaining(view, limit) : 0,
    resetMs: Math.max(1, view.endsAt - deps.now()),
  });

  const admit = (key: string, limit: number, view: View): Taken | null => {
    if (!mayAdmit(view, limit)) return null;
    view.spent += 1;
    if (isRunningLow(view, limit)) void lease(key, limit, view);
    return told(view, limit, true);
  };

  const afterLeases = async (key: string, limit: number): Promise<Taken> => {
    for (let leases = 0; leases < LEASES_MAX; leases++) {
      const waitingIn = getView(key);
      waitingIn.waiting += 1;
      await lease(key, limit, waitingIn);
      waitingIn.waiting -= 1;
      const view = getView(key);
      const verdict = spend(view, limit);
      if (verdict !== 'must_lease') return told(view, limit, verdict === 'admitted');
    }
    return told(getView(key), limit, false);
  };

  return {
    take(key, limit) {
      const view = getView(key);
      const admitted = admit(key, limit, view);
      if (admitted !== null) return admitted;
      return spend(view, limit) === 'must_lease' ? afterLeases(key, limit) : told(view, limit, false);
    },
    peek(key, limit) {
      const view = getView(key);
      return { remaining: computeRemaining(view, limit), resetMs: Math.max(1, view.endsAt - deps.now()) };
    },
  };
}

function spend(view: View, limit: number): 'admitted' | 'refused' | 'must_lease' {
  if (view.spent >= limit) return 'refused';
  if (mayAdmit(view, limit)) {
    view.spent += 1;
    return 'admitted';
  }
  return view.left === 0 ? 'refused' : 'must_lease';
}

function mayAdmit({ spent, granted, left }: View, limit: number): boolean {
  const credit = left === 0 ? 0 : computeCredit(limit);
  return spent < Math.min(limit, granted + credit);
}

/** Few requests a second ask for no lease at all: what they spend is within the credit. */
function isRunningLow({ spent, granted, left }: View, limit: number): boolean {
  const reserve = computeCredit(limit) / 2;
  return left !== 0 && spent < limit && spent > (granted === 0 ? reserve : granted - reserve);
}

function computeRemaining({ spent, granted, left }: View, limit: number): number {
  const own = Math.max(0, limit - spent);
  return left === null ? own : Math.min(own, Math.max(0, left + granted - spent));
}

async function askForLease(deps: SharedBudgetDeps, key: string, limit: number, view: View): Promise<void> {
  await deps.together();
  const owed = Math.max(0, view.spent - view.granted);
  try {
    applyLease(view, await deps.lease(key, { limit, owed, waiting: view.waiting }), deps.now());
  } catch {
    view.granted = limit;
    view.left = null;
  }
}

function applyLease(view: View, lease: Lease, now: number): void {
  if (lease.window === view.window && !view.ended) {
    view.granted += lease.granted;
    view.left = lease.left;
    return;
  }
  // The answer of a window that has ended here meanwhile.
  if (lease.window <= view.window) return;

  // Of a new window: what was owed has been taken of that one.
  view.spent = Math.max(0, view.spent - view.granted);
  view.granted = lease.granted;
  view.left = lease.left;
  view.window = lease.window;
  view.ended = false;
  view.endsAt = now + Math.max(0, lease.endsInMs);
}

function endWindow(view: View, now: number): void {
  view.endsAt += Math.ceil((now - view.endsAt + 1) / WINDOW_MS) * WINDOW_MS;
  view.ended = true;
  view.spent = 0;
  view.granted = 0;
  view.left = null;
}

function addView(views: Map<string, View>, key: string, now: number, msToSecondEnd: number): View {
  if (views.size >= KEYS_MAX) {
    for (const [each, { endsAt, leasing }] of views)
      if (endsAt <= now && leasing === null) views.delete(each);
  }
  const endsAt = now + msToSecondEnd;
  const view: View = {
    window: Number.NEGATIVE_INFINITY,
    ended: true,
    endsAt,
    spent: 0,
    granted: 0,
    left: null,
    waiting: 0,
    leasing: null,
  };
  views.set(key, view);
  return view;
}
