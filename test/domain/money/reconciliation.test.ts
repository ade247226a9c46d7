import { expect, it } from 'vitest';
import { type Booked, compareOrder, type Listed } from '../../../domain/money/reconciliation.ts';

it.each<[Booked['status'], Booked['late'], Listed, string]>([
  ['pending', 'no', 'pending', 'same'],
  ['pending', 'no', 'confirmed', 'settle'],
  ['pending', 'no', 'refused', 'settle'],
  ['successful', 'no', 'confirmed', 'same'],
  ['successful', 'no', 'reversed', 'settle'],
  ['successful', 'no', 'taken_back', 'settle'],
  ['successful', 'no', 'refused', 'settle'],
  ['successful', 'no', 'pending', 'look'],
  ['reversed', 'no', 'reversed', 'same'],
  ['reversed', 'no', 'taken_back', 'same'],
  ['reversed', 'no', 'confirmed', 'settle'],
  ['reversed', 'no', 'pending', 'look'],
  ['failed', 'no', 'confirmed', 'settle'],
  ['failed', 'delivered', 'confirmed', 'same'],
  ['failed', 'taken_back', 'confirmed', 'settle'],
  ['failed', 'no', 'reversed', 'settle'],
  ['failed', 'taken_back', 'reversed', 'same'],
  ['failed', 'delivered', 'taken_back', 'settle'],
  ['failed', 'no', 'taken_back', 'same'],
  ['failed', 'no', 'refused', 'same'],
  ['failed', 'delivered', 'refused', 'look'],
  ['failed', 'no', 'pending', 'same'],
  ['pending', 'no', 'unclear', 'look'],
  ['failed', 'no', 'unclear', 'look'],
])('%s (late: %s), listed as %s: %s', (status, late, listed, expected) => {
  expect(compareOrder({ status, late }, listed)).toBe(expected);
});
