import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { createFilePlaces } from '../../api/file-places.ts';
import type { AccountId } from '../../domain/ids.ts';

const account = (number: number): AccountId => `acc_${number}`;

it('has four places an account and 32 in all, and each that is given back is free again', () => {
  const places = createFilePlaces();
  const taken = Array.from({ length: 32 }, (_, at) => places.take(account(Math.floor(at / 4))));
  expect(() => places.take(account(0))).toThrow(ApiError);
  expect(() => places.take(account(99))).toThrow(ApiError);

  taken[0]?.();
  const last = places.take(account(99));
  expect(() => places.take(account(0))).toThrow(ApiError);
  last();
  expect(() => places.take(account(0))).not.toThrow();
  expect(() => places.take(account(0))).toThrow('Take one to its end');
});
