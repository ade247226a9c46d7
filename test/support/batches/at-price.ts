import { setAccountBundle } from '../../../db/accounts/accounts.ts';
import { createCatalogue } from '../../../services/catalogue/catalogue.ts';
import { type BatchFixture, MTN_BUNDLE } from './fixture.ts';

/** Changes the price of MTN's bundle; returns the fixture with a release that already reads it. */
export async function atPrice(fixture: BatchFixture, price: number): Promise<BatchFixture> {
  await setAccountBundle(fixture.pool, fixture.client.accountId, MTN_BUNDLE, price);
  return { ...fixture, release: { ...fixture.release, catalogue: createCatalogue(fixture.pool) } };
}
