/** A network's pace: a token bucket and a budget of purchases in flight. */
export interface Pace {
  readonly ratePerSecond: number;
  readonly burst: number;
  readonly inFlightMax: number;
  /** Below 0 if repeated sends took some in advance. */
  readonly tokens: number;
  readonly tokensAt: Date;
}

export interface Admission {
  /** How many purchases may start now. */
  readonly admitted: number;
  /** Tokens left before any of them is taken. */
  readonly tokens: number;
}

/** How many of `wanted` purchases the pace lets through now, with the bucket refilled to `now`. */
export function admit(pace: Pace, inFlight: number, wanted: number, now: Date): Admission {
  const elapsedSeconds = Math.max(0, (now.getTime() - pace.tokensAt.getTime()) / 1000);
  const tokens = Math.min(pace.burst, pace.tokens + elapsedSeconds * pace.ratePerSecond);
  const room = Math.max(0, pace.inFlightMax - inFlight);
  return { admitted: Math.min(wanted, room, Math.max(0, Math.floor(tokens))), tokens };
}

/** One account may have this part in flight of what all others leave of a network's budget. */
const ACCOUNT_SHARE = 3 / 4;

/**
 * How many purchases one account may have in flight on a network while all others together have `ofOthers`:
 * three quarters of what those leave, and at least one. An account that is alone leaves a quarter of the
 * budget, and each one that joins leaves a quarter of the rest. So another account always finds room, even on a
 * silent network. Accounts that keep buying approach equal parts, since those above their share start nothing
 * until they are below it.
 */
export function accountShare(inFlightMax: number, ofOthers: number): number {
  return Math.max(1, Math.floor((inFlightMax - ofOthers) * ACCOUNT_SHARE));
}

/** How many more purchases each account may start now. */
export interface Capacities {
  /** Of the accounts that have any in flight. */
  readonly capacities: ReadonlyMap<string, number>;
  /** Of every other account. */
  readonly defaultCapacity: number;
}

/** The capacities of all accounts; `inFlight` counts, by account, what is in flight on the network now. */
export function toCapacities(inFlightMax: number, inFlight: ReadonlyMap<string, number>): Capacities {
  const total = sum(inFlight);
  const free = Math.max(0, inFlightMax - total);
  const capacity = (own: number) => Math.max(0, Math.min(free, accountShare(inFlightMax, total - own) - own));
  return {
    capacities: new Map([...inFlight].map(([account, own]) => [account, capacity(own)])),
    defaultCapacity: capacity(0),
  };
}

/** What one route of a network with several has in flight. */
export interface RouteLoad {
  readonly inFlightMax: number;
  /** By account; in flight is what the route may still deliver. */
  readonly inFlight: ReadonlyMap<string, number>;
}

/** What a network with several routes may start. */
export interface RoutedCapacities extends Capacities {
  /** The budgets of all its routes together, and what they and those without a route have in flight: at most each route's budget. */
  readonly inFlightMax: number;
  readonly inFlight: number;
}

/**
 * The capacities of all accounts on a network with several routes. Each route has its own budget, of which each account has its share,
 * so a route that is full takes nothing from the others.
 * @param unplaced counts, by account, what was started and is at no route now.
 */
export function toRoutedCapacities(
  routes: readonly RouteLoad[],
  unplaced: ReadonlyMap<string, number>,
): RoutedCapacities {
  const loads = routes.map(({ inFlightMax, inFlight }) => toCapacities(inFlightMax, inFlight));
  const capacity = (account: string) => {
    const own = ({ capacities, defaultCapacity }: Capacities) => capacities.get(account) ?? defaultCapacity;
    const allowed = loads.reduce((all, load) => all + own(load), 0);
    return Math.max(0, allowed - (unplaced.get(account) ?? 0));
  };
  const accounts = [...unplaced.keys(), ...loads.flatMap(({ capacities }) => [...capacities.keys()])];
  return {
    capacities: new Map(accounts.map((account) => [account, capacity(account)])),
    defaultCapacity: loads.reduce((all, { defaultCapacity }) => all + defaultCapacity, 0),
    inFlightMax: routes.reduce((all, { inFlightMax }) => all + inFlightMax, 0),
    inFlight: routes.reduce(
      (all, load) => all + Math.min(load.inFlightMax, sum(load.inFlight)),
      sum(unplaced),
    ),
  };
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, each) => total + each, 0);
}
