import type { Pool } from 'pg';
import { countAtRoutes } from '../../../db/outbox/in-flight.ts';
import { type RouteInMode, takeRouteToken } from '../../../db/purchases/send-tokens.ts';
import type { Route } from '../../../domain/network/route.ts';
import type { RouteCalls } from './calls.ts';

/** How old a count of what is in flight at routes may be: less, if it leaves no room, because what we sent since may have ended. */
export const COUNT_MS = { room: 500, full: 100 } as const;
/** A gateway that recovers gets this many per second, until it has shown that it works. */
const RECOVERING_PER_SECOND = 5;

type Mode = Omit<RouteInMode, 'route'>;

/** The place of one purchase at a route. */
export interface Place {
  /** Null to send now; otherwise the pace is used up for so long, and there is no place. */
  readonly waitMs: number | null;
  /** Call it when the fence is committed, or if it does not open: from then on, PostgreSQL counts the purchase. */
  readonly fenced: () => void;
}

/** What each route of the networks with several can take now. */
export interface RouteRoom {
  /** Counts again what is in flight, if the last count is too old. */
  refresh(mode: Mode, routes: readonly Route[]): Promise<void>;
  /** Why a route has no room, by route; one that has room is left out. */
  full(mode: Mode, routes: readonly Route[]): ReadonlyMap<string, string>;
  /** Takes a place at a route, within its pace. The place is taken immediately. */
  take(mode: Mode, route: Route): Promise<Place>;
}

interface Count {
  readonly startedAt: number;
  readonly inFlight: ReadonlyMap<string, number>;
}

interface Taken {
  readonly route: string;
  fencedAt: number | null;
}

/** The places at the routes of one network. */
interface Places {
  count: Count;
  counting: Promise<void> | null;
  /** Places that the count may not have: it sees only what was fenced before it started. */
  taken: Set<Taken>;
}

/**
 * Counts what is in flight a few times per second at most, and adds the places that this process has taken since. So a few more than
 * its limit can be in flight at a route only if several processes send there.
 */
export function createRouteRoom(pool: Pool, calls: Pick<RouteCalls, 'isFull'>): RouteRoom {
  const networks = new Map<string, Places>();
  const placesOf = ({ networkId, livemode }: Mode): Places => {
    const key = `${networkId} ${livemode}`;
    const known = networks.get(key) ?? {
      count: { startedAt: Number.NEGATIVE_INFINITY, inFlight: new Map() },
      counting: null,
      taken: new Set(),
    };
    networks.set(key, known);
    return known;
  };
  const count = async (mode: Mode, places: Places): Promise<void> => {
    const startedAt = performance.now();
    const inFlight = await countAtRoutes(pool, mode.networkId, mode.livemode);
    places.count = { startedAt, inFlight };
    for (const each of places.taken)
      if (each.fencedAt !== null && each.fencedAt < startedAt) places.taken.delete(each);
  };
  const inFlightAt = ({ count: { inFlight }, taken }: Places, route: string) =>
    (inFlight.get(route) ?? 0) + [...taken].filter((each) => each.route === route).length;
  const isFull = (places: Places, { name, limits }: Route) => inFlightAt(places, name) >= limits.inFlightMax;

  return {
    async refresh(mode, routes) {
      const places = placesOf(mode);
      const olderMs = routes.some((route) => isFull(places, route)) ? COUNT_MS.full : COUNT_MS.room;
      if (performance.now() - places.count.startedAt < olderMs) return;
      places.counting ??= count(mode, places).finally(() => {
        places.counting = null;
      });
      await places.counting;
    },
    full(mode, routes) {
      const places = placesOf(mode);
      return new Map(
        routes.flatMap((route): [string, string][] => {
          const { name } = route;
          if (isFull(places, route)) return [[name, `${inFlightAt(places, name)} in flight`]];
          const started = [...places.taken].filter(
            (each) => each.route === name && each.fencedAt === null,
          ).length;
          return calls.isFull('submit', { ...mode, route: name }, started)
            ? [[name, 'all its calls under way']]
            : [];
        }),
      );
    },
    async take(mode, route) {
      const { taken } = placesOf(mode);
      const place: Taken = { route: route.name, fencedAt: null };
      taken.add(place);
      const fenced = () => {
        place.fencedAt ??= performance.now();
      };
      const rate = rateOf(route);
      if (rate === null) return { waitMs: null, fenced };
      try {
        const token = await takeRouteToken(pool, { ...mode, route: route.name }, rate);
        if (token.kind === 'taken') return { waitMs: null, fenced };
        taken.delete(place);
        return { waitMs: token.afterMs, fenced: () => {} };
      } catch (error) {
        taken.delete(place);
        throw error;
      }
    },
  };
}

function rateOf({ limits: { ratePerSecond }, health }: Route): number | null {
  if (health.phase !== 'half_open') return ratePerSecond;
  return Math.min(ratePerSecond ?? RECOVERING_PER_SECOND, RECOVERING_PER_SECOND);
}
