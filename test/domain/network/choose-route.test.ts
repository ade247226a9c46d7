import { describe, expect, it } from 'vitest';
import { chooseRoute, type RouteQuestion } from '../../../domain/network/choose-route.ts';
import type { Clearance, Route, RoutedSubmission } from '../../../domain/network/route.ts';

const AT = new Date('2026-11-24T12:04:30.000Z');

function route(name: string, change: Partial<Route> = {}): Route {
  return {
    name,
    productCode: `${name}-1`,
    cost: { amount: '1.00', currency: 'USD' },
    weight: 1,
    canaryPercent: null,
    drainingSince: null,
    limits: { ratePerSecond: null, inFlightMax: 100 },
    health: well(),
    ...change,
  };
}

function well(change: Partial<Route['health']> = {}): Route['health'] {
  return { phase: 'operational', since: null, walletLow: false, ...change };
}

function ask(routes: readonly Route[], change: Partial<RouteQuestion> = {}): RouteQuestion {
  return { routes, submissions: [], sendsOnce: new Set(), place: 0, busy: new Map(), ...change };
}

const sent = (name: string, clearedAs: Clearance | null): RoutedSubmission => ({
  route: name,
  clearedAs,
  reachedGateway: true,
});
const keptBack = (name: string): RoutedSubmission => ({
  ...sent(name, 'not_submitted'),
  reachedGateway: false,
});
const costs = (amount: string, currency = 'USD') => ({ cost: { amount, currency } });

describe('the choice of a route', () => {
  it.each<[string, readonly Route[], string, string]>([
    ['takes the only route', [route('a')], 'a', 'a: the only route.'],
    [
      'takes the healthy one before the cheap one',
      [route('a', { ...costs('0.10'), health: well({ phase: 'degraded', since: AT }) }), route('b')],
      'b',
      'b: a degraded since 12:04.',
    ],
    [
      'takes a degraded one before an unavailable one',
      [
        route('a', { health: well({ phase: 'unavailable', since: AT }) }),
        route('b', { health: well({ phase: 'half_open', since: AT }) }),
      ],
      'b',
      'b: a unavailable since 12:04.',
    ],
    [
      'takes a full wallet before a low one, whatever it costs',
      [route('a', { ...costs('0.10'), health: well({ walletLow: true }) }), route('b')],
      'b',
      'b: our wallet at a is low.',
    ],
    [
      'names each reason',
      [
        route('a', costs('1.00')),
        route('b', costs('0.97')),
        route('c', { health: well({ phase: 'degraded', since: AT }) }),
      ],
      'b',
      'b: c degraded since 12:04; cheaper by 3.0 %.',
    ],
    ['takes the cheaper one', [route('a', costs('2')), route('b', costs('1.5'))], 'b', 'b: cheaper by 25 %.'],
    [
      'compares costs as decimals, not as texts',
      [route('a', costs('10.0')), route('b', costs('9'))],
      'b',
      'b: cheaper by 10 %.',
    ],
    [
      'does not compare costs of two currencies',
      [route('a', costs('2', 'USD')), route('b', { ...costs('1', 'NGN'), weight: 0 })],
      'a',
      'a: spread by weight.',
    ],
    [
      'does not compare with a route of unknown cost',
      [route('a', costs('2')), route('b', { cost: null, weight: 0 })],
      'a',
      'a: spread by weight.',
    ],
    [
      'passes over a route that drains',
      [route('a', { ...costs('0.1'), drainingSince: AT }), route('b')],
      'b',
      'b: a is draining since 12:04.',
    ],
    [
      'passes over a route that does not sell the bundle',
      [route('a', { productCode: null }), route('b')],
      'b',
      'b: a does not sell the bundle.',
    ],
    [
      'gives a route on trial its share, although it costs more',
      [route('a'), route('b', { ...costs('9'), canaryPercent: 5 })],
      'b',
      'b: 5 % of purchases on trial.',
    ],
  ])('%s', (_, routes, name, why) => {
    expect(chooseRoute(ask(routes))).toMatchObject({ route: { name }, why });
    expect(chooseRoute(ask(routes.toReversed()))).toMatchObject({ route: { name }, why });
  });

  it('keeps a route on trial to its share, and to what no other route can take', () => {
    const trial = route('b', { ...costs('0.1'), canaryPercent: 5 });
    expect(chooseRoute(ask([route('a'), trial], { place: 0.06 }))?.route.name).toBe('a');
    const drained = route('a', { drainingSince: AT });
    expect(chooseRoute(ask([drained, trial], { place: 0.06 }))?.route.name).toBe('b');
  });

  it.each<[string, readonly RoutedSubmission[], string | null]>([
    ['stays where the outcome is open', [sent('a', null)], 'a'],
    [
      'stays there, although it was not received elsewhere',
      [sent('b', 'not_submitted'), sent('a', null)],
      'a',
    ],
    ['stays with an older submission that is open', [sent('a', null), sent('a', 'not_submitted')], 'a'],
    ['tries the other route after one that did not take it', [sent('a', 'not_submitted')], 'b'],
    ['does not count that it waited for room or pace', [keptBack('a')], 'a'],
    ['takes turns', [sent('a', 'not_submitted'), sent('b', 'not_submitted')], 'a'],
    [
      'never goes back to a route that refused',
      [sent('a', 'gateway_refused'), sent('b', 'not_submitted')],
      'b',
    ],
    ['has none after two refusals', [sent('a', 'gateway_refused'), sent('b', 'gateway_refused')], null],
    [
      'never sends twice where keys are not deduplicated',
      [sent('c', 'never_received'), sent('b', 'not_submitted')],
      'a',
    ],
    ['stays nowhere else if its route is gone', [sent('gone', null)], null],
  ])('%s', (_, submissions, name) => {
    const routes = [
      route('a', costs('0.5')),
      route('b'),
      route('c', { productCode: submissions[0]?.route === 'c' ? 'c-1' : null }),
    ];
    const question = ask(routes, { submissions, sendsOnce: new Set(['c']) });
    expect(chooseRoute(question)?.route.name ?? null).toBe(name);
  });

  it.each<[string, readonly Route[], string, string]>([
    [
      'passes over the cheap one while it has no room',
      [route('a', costs('0.10')), route('b'), route('c', costs('2.00'))],
      'b',
      'b: a has 9 in flight; cheaper by 50 %.',
    ],
    [
      'takes a degraded one, if the better one has no room',
      [route('a'), route('b', { health: well({ phase: 'degraded', since: AT }) })],
      'b',
      'b: a has 9 in flight.',
    ],
    [
      'waits for the better one, if only an unavailable one has room',
      [route('a'), route('b', { health: well({ phase: 'unavailable', since: AT }) })],
      'a',
      'a: it waits for room there, with 9 in flight.',
    ],
    [
      'takes the only one with room, if both are unavailable',
      [
        route('a', { health: well({ phase: 'unavailable', since: AT }) }),
        route('b', { health: well({ phase: 'unavailable', since: AT }) }),
      ],
      'b',
      'b: a has 9 in flight.',
    ],
  ])('%s', (_, routes, name, why) => {
    const busy = new Map([['a', '9 in flight']]);
    const chosen = chooseRoute(ask(routes, { busy }));
    expect(chosen).toMatchObject({ route: { name }, why, waits: name === 'a' });
  });

  it('stays with a route that may deliver, although it has no room', () => {
    const busy = new Map([['a', '9 in flight']]);
    const submissions = [sent('a', null)];
    const chosen = chooseRoute(ask([route('a'), route('b')], { submissions, busy }));
    expect(chosen).toMatchObject({ route: { name: 'a' }, waits: false });
  });

  it('spreads purchases by weight', () => {
    const routes = [route('a', { weight: 3 }), route('b', { weight: 1 }), route('c', { weight: 0 })];
    const count = 4_000;
    const taken = new Map<string, number>();
    for (let nth = 0; nth < count; nth++) {
      const name = chooseRoute(ask(routes, { place: (nth * 0.618_033_988_75) % 1 }))?.route.name ?? '';
      taken.set(name, (taken.get(name) ?? 0) + 1);
    }
    expect((taken.get('a') ?? 0) / count).toBeCloseTo(0.75, 1);
    expect((taken.get('b') ?? 0) / count).toBeCloseTo(0.25, 1);
    expect(taken.get('c')).toBeUndefined();
  });
});
