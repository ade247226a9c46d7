import type { Pool } from 'pg';
import { ONLY_ROUTE, type SubmissionRoute } from '../../../db/purchases/fence.ts';
import type { Inquirable } from '../../../db/purchases/inquiries.ts';
import { clearSubmissions, type Routing, readRouting } from '../../../db/purchases/routes.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { chooseRoute, hasOtherRoute, type RouteQuestion } from '../../../domain/network/choose-route.ts';
import { clearanceOf, type RouteAnswer } from '../../../domain/network/failover.ts';
import { MAIN_ROUTE, type Route } from '../../../domain/network/route.ts';
import type { AdapterFor, NetworkRoutes } from '../ports.ts';

/** Where an order is, as an answer about it finds it. */
export type RoutedOrder = Pick<
  Inquirable,
  'purchaseId' | 'networkId' | 'livemode' | 'status' | 'route' | 'lastAttempt'
>;

/** Decides which gateway of a network gets an order. */
export interface Router {
  /** Whether a network has several gateways; where it has one, nothing else is ever asked. */
  hasSeveral(networkId: string, livemode: boolean): boolean;
  /** The route of the next submission; null if no gateway may get it now. */
  choose(purchaseId: PurchaseId): Promise<SubmissionRoute | null>;
  /** Whether the next submission goes to a gateway that has not been asked yet, so that nothing is gained by waiting. */
  hasUntried(purchaseId: PurchaseId): Promise<boolean>;
  /**
   * Gives a pending order free for another gateway if an answer shows that its gateway delivers nothing of it, and another one may
   * get it. From then on, its gateway is not the one that decides about the purchase.
   * @returns whether it is free: submit it again, and do not book the answer
   */
  release(order: RoutedOrder, answer: RouteAnswer): Promise<boolean>;
}

export interface RouterPorts {
  readonly pool: Pool;
  readonly adapterFor: AdapterFor;
  readonly routes: NetworkRoutes;
}

export function createRouter({ pool, adapterFor, routes: known }: RouterPorts): Router {
  const hasSeveral: Router['hasSeveral'] = (networkId, livemode) => known.of(networkId, livemode).length > 1;
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
    };
  };

  return {
    hasSeveral,
    async choose(purchaseId) {
      if (!known.several) return ONLY_ROUTE;
      const routing = await readRouting(pool, purchaseId);
      if (!hasSeveral(routing.networkId, routing.livemode)) return ONLY_ROUTE;
      const choice = chooseRoute(ask(purchaseId, routing));
      if (choice === null) return null;
      const { name, productCode } = choice.route;
      return {
        name,
        productCode: productCode === routing.productCode ? null : productCode,
        why: choice.why,
      };
    },
    async hasUntried(purchaseId) {
      if (!known.several) return false;
      const routing = await readRouting(pool, purchaseId);
      const next = chooseRoute(ask(purchaseId, routing))?.route.name;
      return next !== undefined && !routing.submissions.some(({ route }) => route === next);
    },
    async release(order, answer) {
      const { purchaseId, networkId, livemode, status, route } = order;
      const clearedAs = clearanceOf(answer);
      if (clearedAs === null || status !== 'pending' || !hasSeveral(networkId, livemode)) return false;
      const routing = await readRouting(pool, purchaseId);
      // What is cleared already was another gateway's turn since.
      const isCurrent = routing.submissions.at(-1)?.route === route;
      if (!isCurrent || !hasOtherRoute(ask(purchaseId, routing), route)) return false;
      await clearSubmissions(pool, order, clearedAs);
      return true;
    },
  };
}

function deduplicates(adapter: ReturnType<AdapterFor>): boolean {
  return adapter?.deduplicatesKey === true;
}

/** Of a route about which nothing is on record: it sells bundles only if it is the main one. */
function unrecorded(name: string, { productCode }: Routing): Route {
  return {
    name,
    productCode: name === MAIN_ROUTE ? productCode : null,
    cost: null,
    weight: 1,
    canaryPercent: null,
    drainingSince: null,
    health: { phase: 'operational', since: null, walletLow: false },
  };
}

/** The last 48 bits of the id are random, so purchases spread evenly; a purchase keeps its place. */
function placeOf(purchaseId: PurchaseId): number {
  return Number.parseInt(uuidOf('pur', purchaseId).replaceAll('-', '').slice(-12), 16) / 2 ** 48;
}
