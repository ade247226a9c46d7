import type { Phase } from './health-reading.ts';

/** The route of the gateway that a network has directly in the gateways file. */
export const MAIN_ROUTE = 'main';

/** What a route costs for one bundle: what its gateway takes from our wallet there. */
export interface RouteCost {
  /** Decimal text, in the unit of the currency. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** One way to a network, as the choice for one bundle sees it. */
export interface Route {
  readonly name: string;
  /** The gateway's code of the bundle; null if it does not sell the bundle. */
  readonly productCode: string | null;
  /** Null if no cost is on record. */
  readonly cost: RouteCost | null;
  /** Its part of the purchases among routes that are otherwise equal; 0 takes none of them. */
  readonly weight: number;
  /** Percent of all purchases that it takes while it is tried, whatever it costs; null for a route that is not on trial. */
  readonly canaryPercent: number | null;
  /** It takes no new purchases since then; null if it takes them. */
  readonly drainingSince: Date | null;
  readonly limits: RouteLimits;
  readonly health: RouteHealth;
}

/** What a gateway gets at most, in each mode. */
export interface RouteLimits {
  /** Purchases per second; null for as many as the pace of the network allows. */
  readonly ratePerSecond: number | null;
  /** Purchases that may be in flight there at the same time. */
  readonly inFlightMax: number;
}

export interface RouteHealth {
  readonly phase: Phase;
  /** When the phase began. */
  readonly since: Date | null;
  /** Whether our wallet there is below its minimum. */
  readonly walletLow: boolean;
}

/** Why nothing of a submission can be delivered any more, so that another route may be asked. */
export type Clearance =
  /** It certainly never reached the gateway's network. */
  | 'not_submitted'
  /** The gateway refused it for a reason that is not the number. */
  | 'gateway_refused'
  /** The gateway says that it never received it, at a time at which that is conclusive. */
  | 'never_received';

/** A submission of a purchase, as the choice of the next route sees it. */
export interface RoutedSubmission {
  readonly route: string;
  /** Null while its order may still be delivered. */
  readonly clearedAs: Clearance | null;
  /** Whether its gateway was tried; not if we kept it back, for want of room, pace or a route. */
  readonly reachedGateway: boolean;
}
