import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRoute, hasOtherRoute } from '../../../domain/network/choose-route.ts';
import type { Phase } from '../../../domain/network/health-reading.ts';

const AT = new Date('2026-11-24T12:04:30.000Z');

const phases: Phase[] = ['operational', 'degraded', 'unavailable', 'half_open'];
const clearances = [null, 'not_submitted', 'gateway_refused', 'never_received'] as const;
const NAMES = ['a', 'b', 'c'];
const anyRoutes = fc.subarray(NAMES).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc.record({
        name: fc.constant(name),
        productCode: fc.option(fc.constant(`${name}-1`), { nil: null }),
        cost: fc.option(
          fc.record({
            amount: fc.integer({ min: 1, max: 500 }).map((cents) => (cents / 100).toFixed(2)),
            currency: fc.constantFrom('USD', 'NGN'),
          }),
          { nil: null },
        ),
        weight: fc.integer({ min: 0, max: 10 }),
        canaryPercent: fc.option(fc.integer({ min: 1, max: 50 }), { nil: null }),
        drainingSince: fc.option(fc.constant(AT), { nil: null }),
        limits: fc.constant({ ratePerSecond: null, inFlightMax: 100 }),
        health: fc.record({
          phase: fc.constantFrom(...phases),
          since: fc.constant(AT),
          walletLow: fc.boolean(),
        }),
      }),
    ),
  ),
);
const anyQuestion = fc.record({
  routes: anyRoutes,
  submissions: fc.array(
    fc.record({
      route: fc.constantFrom(...NAMES),
      clearedAs: fc.constantFrom(...clearances),
      reachedGateway: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  sendsOnce: fc.subarray(NAMES).map((names) => new Set(names)),
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  busy: fc.subarray(NAMES).map((names) => new Map(names.map((name) => [name, '9 in flight']))),
});

describe('any choice', () => {
  it('never leaves a route whose outcome is open', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const held = question.submissions.findLast(({ clearedAs }) => clearedAs === null);
        if (held === undefined) return;
        const chosen = chooseRoute(question);
        expect(chosen === null || chosen.route.name === held.route).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('takes a route whenever one may take the purchase, and the same one in any order', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const chosen = chooseRoute(question);
        const turned = chooseRoute({ ...question, routes: question.routes.toReversed() });
        expect(turned?.route.name).toBe(chosen?.route.name);
        if (question.submissions.some(({ clearedAs }) => clearedAs === null)) return;
        expect(chosen !== null).toBe(hasOtherRoute(question, ''));
        if (chosen === null) return;
        expect(chosen.route).toMatchObject({ drainingSince: null });
        expect(chosen.route.productCode).not.toBeNull();
        expect(chosen.why.startsWith(`${chosen.route.name}: `)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('sends to no route without room, and waits only if no working route has it', () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        const question = { ...asked, submissions: [] };
        const chosen = chooseRoute(question);
        if (chosen === null) return;
        const roomy = question.routes.filter(({ name }) => !question.busy.has(name));
        const working = roomy.filter(({ health }) => health.phase !== 'unavailable');
        expect(chosen.waits).toBe(question.busy.has(chosen.route.name));
        if (hasOtherRoute({ ...question, routes: working }, '')) expect(chosen.waits).toBe(false);
        if (chosen.waits) expect(chosen.why).toContain('waits for room there, with 9 in flight');
      }),
      { numRuns: 500 },
    );
  });

  it('takes no unavailable route while a better one may take the purchase', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const chosen = chooseRoute({ ...question, submissions: [] });
        const rest = question.routes.filter(({ health }) => health.phase !== 'unavailable');
        if (chosen === null || !hasOtherRoute({ ...question, routes: rest, submissions: [] }, '')) return;
        expect(chosen.route.health.phase).not.toBe('unavailable');
      }),
      { numRuns: 500 },
    );
  });
});
