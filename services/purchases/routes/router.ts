import type { Pool } from 'pg';
import { ONLY_ROUTE, type SubmissionRoute } from '../../../db/purchases/fence.ts';
import type { Inquirable } from '../../../db/purchases/inquiries.ts';
import { clearSubmissions, type Routing, readRouting } from '../../../db/purchases/routes.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import {
  chooseRoute,
  hasOtherRoute,
  type RouteChoice,
  type RouteQuestion,
} from '../../../domain/network/choose-route.ts';
import { clearanceOf, type RouteAnswer } from '../../../domain/network/failover.ts';
import { MAIN_ROUTE, type Route } from '../../../domain/network/route.ts';
import type { AdapterFor, NetworkRoutes } from '../ports.ts';
import { createRouteCalls, type RouteCalls } from './calls.ts';
import { createRouteRoom, type RouteRoom } from './room.ts';

/** Where an order is, as an answer about it finds it. */
export type RoutedOrder = Pick<
  Inquirable,
  'purchaseId' | 'networkId' | 'livemode' | 'status' | 'route' | 'lastAttempt'
>;

/** Where the next submission goes. */
export interface NextRoute extends SubmissionRoute {
  /** Null to send now. Otherwise its gateway has no room: record that nothing was sent, and choose again after so long. */
  readonly waitMs: number | null;
  /** Call it when the fence is committed, or if it does not open. */
  readonly fenced: () => void;
}

/** Decides which gateway of a network gets an order. */
export interface Router {
  /** The calls under way to each gateway. */
  readonly calls: RouteCalls;
  /** Whether a network has several gateways; where it has one, nothing else is ever asked. */
  hasSeveral(networkId: string, livemode: boolean): boolean;
  /** The route of the next submission; null if no gateway may get it now. */
  choose(purchaseId: PurchaseId): Promise<NextRoute | null>;
  /** Whether the next submission goes to a gateway that has not been asked yet, so that nothing is gained by waiting. */
  hasUntried(purchaseId: PurchaseId): Promise<boolean>;
  /**
   * Clears a pending order for another gateway if an answer shows that its gateway delivers nothing of it, and another one may
   * get it. From then on, its gateway is not the one that decides about the purchase.
   * @returns whether it is free: submit it again, and do not book the answer
   */
  clear(order: RoutedOrder, answer: RouteAnswer): Promise<boolean>;
}

const NOW: NextRoute = { ...ONLY_ROUTE, waitMs: null, fenced: () => {} };
/** Until a purchase that found no room is tried again. */
const FULL_WAIT_MS = 1_000;

export interface RouterPorts {
  readonly pool: Pool;
  readonly adapterFor: AdapterFor;
  readonly routes: NetworkRoutes;
}

export function createRouter({ pool, adapterFor, routes: known }: RouterPorts): Router {
  const hasSeveral: Router['hasSeveral'] = (networkId, livemode) => known.of(networkId, livemode).length > 1;
  const calls = createRouteCalls(known);
  const room = createRouteRoom(pool, calls);
  const ask = (purchaseId: PurchaseId, routing: Routing): RouteQuestion => {
    const { networkId, livemode } = routing;
    const configured = known.of(networkId, livemode);
    return {
      routes: configured.map(
        (name) => routing.routes.find((route) => route.name === name) ?? unrecorded(name, routing),
      ),
      submissions: routing.submissions,
      sendsOnce: new Set(configured.filter((name) => !deduplicates(adapterFor(networkId, livemode, name)))),
      place: placeOf(purchaseId),
      busy: new Map(),
    };
  };
  return {
    hasSeveral,
    calls,
    async choose(purchaseId) {
      if (!known.several) return NOW;
      const routing = await readRouting(pool, purchaseId);
      if (!hasSeveral(routing.networkId, routing.livemode)) return NOW;
      const question = ask(purchaseId, routing);
      await room.refresh(routing, question.routes);
      return takeRoom(room, routing, question);
    },
    async hasUntried(purchaseId) {
      if (!known.several) return false;
      const routing = await readRouting(pool, purchaseId);
      if (!hasSeveral(routing.networkId, routing.livemode)) return false;
      const question = ask(purchaseId, routing);
      await room.refresh(routing, question.routes);
      const next = chooseRoute({ ...question, busy: room.full(routing, question.routes) });
      return (
        next !== null && !next.waits && !routing.submissions.some(({ route }) => route === next.route.name)
      );
    },
    async clear(order, answer) {
      const { purchaseId, networkId, livemode, status, route } = order;
      const clearedAs = clearanceOf(answer);
      if (clearedAs === null || status !== 'pending' || !hasSeveral(networkId, livemode)) return false;
      const routing = await readRouting(pool, purchaseId);
      // What is cleared already was another gateway's turn since.
      const isCurrent = routing.submissions.at(-1)?.route === route;
      if (!isCurrent || !hasOtherRoute(ask(purchaseId, routing), route)) return false;
      return clearSubmissions(pool, order, clearedAs);
    },
  };
}

/**
 * Chooses a route, and takes a place there, with nothing in between: others do the same at the same time. A route whose pace is used
 * up has no room.
 * @param usedUp routes whose pace is used up.
 */
async function takeRoom(
  room: RouteRoom,
  routing: Routing,
  question: RouteQuestion,
  usedUp: ReadonlyMap<string, string> = new Map(),
): Promise<NextRoute | null> {
  const busy = new Map([...room.full(routing, question.routes), ...usedUp]);
  const choice = chooseRoute({ ...question, busy });
  if (choice === null) return null;
  const next = { ...toNext(choice, routing), sendsOnce: question.sendsOnce.has(choice.route.name) };
  if (choice.waits) return { ...next, waitMs: FULL_WAIT_MS };
  const { name } = choice.route;
  const place = await room.take(routing, choice.route);
  const isHeld = question.submissions.some(({ clearedAs }) => clearedAs === null);
  if (place.waitMs === null || isHeld) return { ...next, ...place };
  return takeRoom(room, routing, question, new Map([...usedUp, [name, 'its pace used up']]));
}

function toNext({ route: { name, productCode }, why }: RouteChoice, routing: Routing): NextRoute {
  return { ...NOW, name, productCode: productCode === routing.productCode ? null : productCode, why };
}

function deduplicates(adapter: ReturnType<AdapterFor>): boolean {
  return adapter?.deduplicatesKey === true;
}

/** Of a route about which nothing is on record: it sells bundles only if it is the main one. */
function unrecorded(name: string, { productCode, inFlightMax }: Routing): Route {
  return {
    name,
    productCode: name === MAIN_ROUTE ? productCode : null,
    cost: null,
    weight: 1,
    canaryPercent: null,
    drainingSince: null,
    limits: { ratePerSecond: null, inFlightMax },
    health: { phase: 'operational', since: null, walletLow: false },
  };
}

/** The last 48 bits of the id are random, so purchases spread evenly; a purchase keeps its place. */
function placeOf(purchaseId: PurchaseId): number {
  return Number.parseInt(uuidOf('pur', purchaseId).replaceAll('-', '').slice(-12), 16) / 2 ** 48;
}
