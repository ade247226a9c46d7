import { compareDecimals } from '../money/decimal.ts';
import type { Phase } from './health-reading.ts';
import type { Route, RoutedSubmission } from './route.ts';

/** What one choice is made from. */
export interface RouteQuestion {
  /** The routes of the network that have a gateway, in any order. */
  readonly routes: readonly Route[];
  /** What was submitted before, oldest first. */
  readonly submissions: readonly RoutedSubmission[];
  /** Routes whose gateway would take a second order under our key for another one. They get no second order. */
  readonly sendsOnce: ReadonlySet<string>;
  /** At least 0 and below 1, always the same for one purchase: its place among those that are spread. */
  readonly place: number;
  /** Why a route has no room at the moment, such as `50 in flight`; left out for a route that has room. */
  readonly busy: ReadonlyMap<string, string>;
}

/** `why` is a sentence for operators. */
export interface RouteChoice {
  readonly route: Route;
  readonly why: string;
  /** The purchase waits until the route has room: it must not be sent now. */
  readonly waits: boolean;
}

const RANK: Readonly<Record<Phase, number>> = { operational: 0, half_open: 1, degraded: 1, unavailable: 2 };

/**
 * Chooses the route of the next submission. A purchase stays where an order of it may still be delivered. Otherwise a route without
 * room is passed over, unless all others are unavailable: then the purchase waits. Of the rest, the best health comes first, then a
 * wallet that is not low, then routes that were tried less often, a route on trial for its share, the least cost, and at last the
 * spread by weight. Pure, and the same for the same question.
 * @returns null if no route may take the purchase.
 */
export function chooseRoute(question: RouteQuestion): RouteChoice | null {
  const { routes, submissions } = question;
  const held = submissions.findLast(({ clearedAs }) => clearedAs === null);
  if (held !== undefined) {
    const route = routes.find(({ name }) => name === held.route);
    if (route === undefined) return null;
    return { route, why: `${route.name}: it may have the order already.`, waits: false };
  }
  const open = routes.filter((route) => mayTake(route, question));
  if (open.length === 0) return null;
  const left = withRoom(open, question);
  return left.length > 0 ? { ...among(left, question), waits: false } : wait(open, question);
}

/** The routes with room; none if only unavailable ones have it, and a better one does not. */
function withRoom(open: readonly Route[], { busy }: RouteQuestion): readonly Route[] {
  const [free, full] = [
    open.filter(({ name }) => !busy.has(name)),
    open.filter(({ name }) => busy.has(name)),
  ];
  const works = ({ health }: Route) => health.phase !== 'unavailable';
  return full.some(works) && !free.some(works) ? [] : free;
}

/** The purchase waits at the route that it would take if there were room. */
function wait(open: readonly Route[], question: RouteQuestion): RouteChoice {
  const { route } = among(open, { ...question, busy: new Map() });
  const why = `${route.name}: it waits for room there, with ${question.busy.get(route.name) ?? 'no room'}.`;
  return { route, why, waits: true };
}

type Chosen = Pick<RouteChoice, 'route' | 'why'>;

function among(left: readonly Route[], question: RouteQuestion): Chosen {
  const [only] = left;
  if (only !== undefined && left.length === 1) {
    return { route: only, why: `${only.name}: ${whyOnly(only, question)}` };
  }
  return choose(left, question);
}

/** Whether another route could take the purchase if its last submission were cleared by a refusal. Pure. */
export function hasOtherRoute(question: RouteQuestion, current: string): boolean {
  return question.routes.some((route) => route.name !== current && mayTake(route, question));
}

function mayTake(route: Route, { submissions, sendsOnce }: RouteQuestion): boolean {
  if (route.productCode === null || route.drainingSince !== null) return false;
  return !submissions.some(
    ({ route: name, clearedAs }) =>
      name === route.name &&
      (clearedAs === 'gateway_refused' || (clearedAs === 'never_received' && sendsOnce.has(name))),
  );
}

function choose(open: readonly Route[], question: RouteQuestion): Chosen {
  const { submissions, place } = question;
  const reasons = passedOver(question);
  let left = open;
  const keep = (best: readonly Route[], why: (dropped: readonly Route[]) => string | null) => {
    if (best.length === 0 || best.length === left.length) return;
    const dropped = left.filter((route) => !best.includes(route));
    left = best;
    const reason = why(dropped);
    if (reason !== null) reasons.push(reason);
  };

  const tries = (route: Route) =>
    submissions.filter(({ route: name, reachedGateway }) => reachedGateway && name === route.name).length;
  keep(
    least(left, ({ health }) => RANK[health.phase]),
    (dropped) => dropped.map(describeHealth).join('; '),
  );
  keep(
    left.filter(({ health }) => !health.walletLow),
    (dropped) => `our wallet at ${names(dropped)} is low`,
  );
  keep(least(left, tries), (dropped) => `${names(dropped)} did not take it`);
  const canary = canaryAt(left, place);
  if (canary !== null) {
    keep([canary], () => `${canary.canaryPercent} % of purchases on trial`);
    return answer(canary, reasons);
  }
  keep(
    left.filter(({ canaryPercent }) => canaryPercent === null),
    () => null,
  );
  const cheapest = leastCost(left);
  keep(cheapest, (dropped) => describeCost(cheapest, dropped));
  const [one] = left;
  const spread = left.length > 1 ? atPlace(left, place) : one;
  if (spread === undefined) throw new TypeError('no route is left');
  if (left.length > 1) reasons.push('spread by weight');
  return answer(spread, reasons);
}

/** Routes that could take the purchase if they had room. */
function passedOver(question: RouteQuestion): string[] {
  return inOrder(question.routes).flatMap((route) => {
    const why = question.busy.get(route.name);
    return why === undefined || !mayTake(route, question) ? [] : [`${route.name} has ${why}`];
  });
}

function answer(route: Route, reasons: readonly string[]): Chosen {
  return { route, why: `${route.name}: ${reasons.length === 0 ? 'no other route' : reasons.join('; ')}.` };
}

function whyOnly({ name }: Route, { routes, submissions, busy }: RouteQuestion): string {
  const others = routes.filter((route) => route.name !== name);
  if (others.length === 0) return 'the only route.';
  const reasons = others.map((route) => {
    if (route.productCode === null) return `${route.name} does not sell the bundle`;
    if (route.drainingSince !== null) return `${route.name} is draining since ${time(route.drainingSince)}`;
    const refused = submissions.some(
      ({ route: tried, clearedAs }) => tried === route.name && clearedAs === 'gateway_refused',
    );
    if (refused) return `${route.name} refused it`;
    const why = busy.get(route.name);
    return `${route.name} ${why === undefined ? 'did not receive it' : `has ${why}`}`;
  });
  return `${reasons.join('; ')}.`;
}

/** The routes for which a measure is least. */
function least(routes: readonly Route[], measure: (route: Route) => number): Route[] {
  const best = Math.min(...routes.map(measure));
  return routes.filter((route) => measure(route) === best);
}

/** Routes are compared only if all of them have a cost, in one currency. */
function leastCost(routes: readonly Route[]): readonly Route[] {
  const costs = routes.flatMap(({ cost }) => cost ?? []);
  const [first] = costs;
  if (first === undefined || costs.length < routes.length) return routes;
  if (costs.some(({ currency }) => currency !== first.currency)) return routes;
  const best = costs.reduce((one, other) => (compareDecimals(other.amount, one.amount) < 0 ? other : one));
  return routes.filter(({ cost }) => cost !== null && compareDecimals(cost.amount, best.amount) === 0);
}

/** The route on trial whose share has this place. Shares lie next to each other, in the order of names. */
function canaryAt(routes: readonly Route[], place: number): Route | null {
  if (routes.length < 2) return null;
  let end = 0;
  for (const route of inOrder(routes)) {
    end += (route.canaryPercent ?? 0) / 100;
    if (place < end) return route;
  }
  return null;
}

/** Weighted by `weight`; equally if no route has one. */
function atPlace(routes: readonly Route[], place: number): Route | undefined {
  const ordered = inOrder(routes);
  const total = ordered.reduce((sum, { weight }) => sum + weight, 0);
  const weigh = ({ weight }: Route) => (total === 0 ? 1 / ordered.length : weight / total);
  // Those on trial took the first places, so the rest is mixed again.
  let left = (place * 7_919) % 1;
  for (const route of ordered) {
    const share = weigh(route);
    if (left < share) return route;
    left -= share;
  }
  return ordered.findLast((route) => weigh(route) > 0);
}

function inOrder(routes: readonly Route[]): Route[] {
  return routes.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function describeHealth({ name, health: { phase, since } }: Route): string {
  const word = phase === 'half_open' ? 'recovering' : phase;
  return since === null ? `${name} ${word}` : `${name} ${word} since ${time(since)}`;
}

function describeCost(cheapest: readonly Route[], dropped: readonly Route[]): string | null {
  const least = cheapest[0]?.cost;
  const next = leastCost(dropped)[0]?.cost;
  if (least == null || next == null || Number(next.amount) === 0) return null;
  const percent = (1 - Number(least.amount) / Number(next.amount)) * 100;
  return `cheaper by ${percent < 0.1 ? 'less than 0.1' : percent.toFixed(percent < 9.95 ? 1 : 0)} %`;
}

function names(routes: readonly Route[]): string {
  return inOrder(routes)
    .map(({ name }) => name)
    .join(' and ');
}

/** `12:04`, in UTC. */
function time(at: Date): string {
  return at.toISOString().slice(11, 16);
}
