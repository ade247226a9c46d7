import { describe, expect, it } from 'vitest';
import { beginSeal } from '../../../domain/crypto/statement-seal.ts';
import type { AccountId } from '../../../domain/ids.ts';
import type { StatementLine, UtcDay } from '../../../domain/money/statement.ts';

const ACCOUNT: AccountId = 'acc_01kafg0000e008000000000010';
const DAY: UtcDay = '2026-03-01';

const funding: StatementLine = {
  seq: 1,
  id: 'stl_01kafg0000e008000000000011',
  type: 'funding',
  occurredAt: new Date('2026-03-01T09:00:00.000Z'),
  amount: 1_000,
  currency: 'NGN',
  balanceAfter: 1_100,
  purchaseId: null,
  reference: null,
  phoneNumber: null,
  bundleId: null,
};

const charge: StatementLine = {
  seq: 2,
  id: 'stl_01kafg0000e008000000000012',
  type: 'purchase',
  occurredAt: new Date('2026-03-01T10:00:00.000Z'),
  amount: -300,
  currency: 'NGN',
  balanceAfter: 800,
  purchaseId: 'pur_01kafg0000e008000000000013',
  reference: 'order-1',
  phoneNumber: '+2348031234567',
  bundleId: 'bnd_1gb',
};

function sealOf(lines: readonly StatementLine[], account = ACCOUNT, day = DAY, opening = 100): string {
  const seal = beginSeal(account, day, opening);
  seal.add(lines);
  return seal.digest().toString('hex');
}

const SEAL = sealOf([funding, charge]);

describe('the seal of a day', () => {
  it('never changes its format, because closed statements can always be checked', () => {
    expect(SEAL).toBe('8046003ccf1648cbfff2440d93d07a803ef04dd2a9aa7bb54285a0d9c18f0bea');
    expect(sealOf([])).toBe('6fa3ede3a7880fa8a4e6aaf4c833f5ee5671ae21cdd177b05aa2f99d128313eb');
  });

  it('does not depend on how the lines are split', () => {
    const seal = beginSeal(ACCOUNT, DAY, 100);
    seal.add([]);
    seal.add([funding]);
    seal.add([charge]);
    expect(seal.digest().toString('hex')).toBe(SEAL);
  });

  it.each<[string, Partial<StatementLine>]>([
    ['number', { seq: 3 }],
    ['identifier', { id: 'stl_01kafg0000e008000000000014' }],
    ['type', { type: 'adjustment' }],
    ['time', { occurredAt: new Date('2026-03-01T10:00:00.001Z') }],
    ['amount', { amount: -301 }],
    ['currency', { currency: 'GHS' }],
    ['balance', { balanceAfter: 799 }],
    ['purchase', { purchaseId: null }],
    ['reference', { reference: 'order-2' }],
    ['phone number', { phoneNumber: '+2348031234568' }],
    ['bundle', { bundleId: 'bnd_2gb' }],
  ])('breaks when the %s of a line changes', (_, change) => {
    expect(sealOf([funding, { ...charge, ...change }])).not.toBe(SEAL);
  });

  it('breaks when a line is missing, added or moved', () => {
    for (const lines of [[funding], [charge], [charge, funding], [funding, charge, charge]]) {
      expect(sealOf(lines)).not.toBe(SEAL);
    }
  });

  it('differs for another account, day or opening balance', () => {
    expect(sealOf([funding, charge], 'acc_01kafg0000e008000000000015')).not.toBe(SEAL);
    expect(sealOf([funding, charge], ACCOUNT, '2026-03-02')).not.toBe(SEAL);
    expect(sealOf([funding, charge], ACCOUNT, DAY, 101)).not.toBe(SEAL);
  });
});
