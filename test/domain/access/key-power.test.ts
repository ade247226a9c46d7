import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findExcess, type KeyTerms, type Power } from '../../../domain/access/key-power.ts';
import { ALL_RIGHTS, rightsOf, SPENDING_RIGHTS } from '../../../domain/access/rights.ts';

const SOON = new Date('2027-01-01T00:00:00Z');
const LATER = new Date('2027-06-01T00:00:00Z');
const BASE: KeyTerms = {
  name: '',
  scopes: ['keys:write', 'purchases:create'],
  expiresAt: null,
  caps: { purchase: null, day: null },
};
const powerOf = (terms: KeyTerms): Power => ({ ...terms, rights: rightsOf(terms.scopes) });

const cap = fc.option(fc.integer({ min: 1, max: 100 }), { nil: null });
const terms: fc.Arbitrary<KeyTerms> = fc.record({
  name: fc.constant(''),
  scopes: fc.array(fc.constantFrom('all', 'read_only', ...ALL_RIGHTS), { minLength: 1, maxLength: 6 }),
  expiresAt: fc.constantFrom(null, SOON, LATER),
  caps: fc.record({ purchase: cap, day: cap }),
});

describe('what a key gives', () => {
  it('[keys.grants] is never more than it has, in rights, time or money', () => {
    fc.assert(
      fc.property(terms, terms, fc.boolean(), (own, wanted, isSelf) => {
        if (findExcess(powerOf(own), wanted, isSelf) !== null) return;
        const [had, given] = [rightsOf(own.scopes), rightsOf(wanted.scopes)];
        expect([...given].filter((right) => !had.has(right))).toEqual([]);
        if (own.expiresAt !== null)
          expect(wanted.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(
            own.expiresAt.getTime(),
          );
        const spends = [...given].some((right) => SPENDING_RIGHTS.has(right));
        if (!spends) return;
        for (const [had, gets] of [
          [own.caps.day, wanted.caps.day],
          [own.caps.purchase, wanted.caps.purchase],
        ] as const) {
          if (had === null) continue;
          expect(isSelf).toBe(true);
          expect(gets ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(had);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('may be all that it has', () => {
    fc.assert(
      fc.property(terms, (own) => {
        expect(findExcess(powerOf(own), own, true)).toBeNull();
      }),
    );
  });

  it('names the first right too many, the end, or the cap', () => {
    const own = powerOf(BASE);
    const wide = { ...BASE, scopes: ['purchases:create', 'batches:start'] };
    expect(findExcess(own, wide, false)).toEqual({ kind: 'right', right: 'batches:start' });
    expect(findExcess({ ...own, expiresAt: SOON }, BASE, true)).toEqual({ kind: 'expiry', latest: SOON });
    const capped = { ...own, caps: { purchase: null, day: 100 } };
    expect(findExcess(capped, BASE, true)).toEqual({ kind: 'cap' });
    const second = { ...BASE, caps: { purchase: null, day: 100 } };
    expect(findExcess(capped, second, false)).toEqual({ kind: 'cap' });
    expect(findExcess(capped, { ...BASE, scopes: ['keys:write'] }, false)).toBeNull();
  });
});

describe('scopes', () => {
  it('give nothing if this version does not know them', () => {
    expect(rightsOf(['purchases:burn', 'balance:read'])).toEqual(new Set(['balance:read']));
    expect(rightsOf(['__proto__', 'constructor'])).toEqual(new Set());
  });

  it('read_only gives every right that reads, and none else', () => {
    const rights = rightsOf(['read_only', 'purchases:create']);
    expect([...rights].filter((right) => !right.endsWith(':read'))).toEqual(['purchases:create']);
    expect(rights.has('numbers:read')).toBe(true);
  });
});
