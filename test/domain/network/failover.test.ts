import { describe, expect, it } from 'vitest';
import { clearanceOf, hearRoute, type RouteAnswer } from '../../../domain/network/failover.ts';
import { FAILURE_CODES, isRefusalCode } from '../../../domain/purchase/failure-codes.ts';

const refused = (code: string, supplierFault = false): RouteAnswer => {
  if (!isRefusalCode(code)) throw new TypeError(code);
  return { kind: 'refused', code, supplierFault };
};

describe('what clears a submission', () => {
  it.each<[RouteAnswer, string | null]>([
    [{ kind: 'not_submitted', reason: 'connect_failed' }, 'not_submitted'],
    [{ kind: 'not_submitted', reason: 'supplier_account' }, 'not_submitted'],
    [refused('service_unavailable', true), 'gateway_refused'],
    [refused('bundle_unavailable'), 'gateway_refused'],
    [{ kind: 'not_found', conclusive: true }, 'never_received'],
    [{ kind: 'not_found', conclusive: false }, null],
    [{ kind: 'unknown' }, null],
    [{ kind: 'accepted' }, null],
    [{ kind: 'pending' }, null],
    [{ kind: 'unconfirmed' }, null],
    [{ kind: 'unavailable' }, null],
    [{ kind: 'confirmed' }, null],
    [{ kind: 'reversed' }, null],
  ])('%j: %s', (answer, clearance) => {
    expect(clearanceOf(answer)).toBe(clearance);
  });

  it('no refusal of the number does, whatever its code', () => {
    const codes = Object.keys(FAILURE_CODES).filter(
      (code) => isRefusalCode(code) && code !== 'bundle_unavailable',
    );
    expect(codes.length).toBeGreaterThan(8);
    expect(codes.map((code) => clearanceOf(refused(code)))).toEqual(codes.map(() => null));
  });
});

describe('what a report of one of several routes means', () => {
  const here = { isCurrent: true, deliveredHere: false, deliveredElsewhere: false };
  const earlier = { ...here, isCurrent: false };

  it.each([
    ['confirmed', here, 'book'],
    ['confirmed', earlier, 'book'],
    ['confirmed', { ...here, deliveredElsewhere: true }, 'second_delivery'],
    ['confirmed', { ...earlier, deliveredElsewhere: true }, 'second_delivery'],
    ['refused', here, 'book'],
    ['refused', earlier, 'ignore'],
    ['refused', { ...here, deliveredElsewhere: true }, 'ignore'],
    ['reversed', here, 'book'],
    ['reversed', earlier, 'ignore'],
    ['reversed', { ...earlier, deliveredHere: true }, 'book'],
    ['reversed', { ...here, deliveredHere: true, deliveredElsewhere: true }, 'ignore'],
    ['voided', here, 'book'],
    ['voided', earlier, 'ignore'],
    ['voided', { ...earlier, deliveredHere: true }, 'book'],
    ['voided', { ...here, deliveredElsewhere: true }, 'ignore'],
  ] as const)('%s, %j: %s', (report, standing, news) => {
    expect(hearRoute(report, standing)).toBe(news);
  });
});
