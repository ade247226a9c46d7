import { expect, it } from 'vitest';
import { ApiError } from '../../../../api/plugins/api-error.ts';
import { createPlaces, LISTED, UPLOADED } from '../../../../api/plugins/places/places.ts';
import type { AccountId } from '../../../../domain/ids.ts';

const account = (number: number): AccountId => `acc_${number}`;

it('has four places an account and 32 in all, and each that is given back is free again', () => {
  const places = createPlaces();
  const taken = Array.from({ length: 32 }, (_, at) => places.take(account(Math.floor(at / 4))));
  expect(() => places.take(account(0))).toThrow(ApiError);
  expect(() => places.take(account(99))).toThrow(ApiError);

  taken[0]?.();
  const last = places.take(account(99));
  expect(() => places.take(account(0))).toThrow(ApiError);
  last();
  expect(() => places.take(account(0))).not.toThrow();
  expect(() => places.take(account(0))).toThrow('already downloading 4 files');
});

it('has four places an account for uploads and twelve in all', () => {
  const places = createPlaces(UPLOADED);
  for (let at = 0; at < 12; at++) places.take(account(Math.floor(at / 4)));
  expect(() => places.take(account(0))).toThrow('already uploading 4 files');
  expect(() => places.take(account(9))).toThrow('The service is receiving too many files');
});

it('has 32 places an account for lists that are not yet read', () => {
  const places = createPlaces(LISTED);
  for (let at = 0; at < 32; at++) places.take(account(0));
  expect(() => places.take(account(0))).toThrow('requested 32 lists');
  expect(() => places.take(account(1))).not.toThrow();
});
