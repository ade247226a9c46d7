import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiFixture,
  addClient,
  MTN_LARGE_BUNDLE,
  OF_NO_NETWORK,
  PRICE,
  startApi,
} from '../support/api/fixture.ts';
import { bought, buy, order } from '../support/api/http.ts';
import { whileMtnIsUnavailable } from '../support/api/network-status.ts';
import { refusalOf } from '../support/api/refusal.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.close());

describe('the order of checks', () => {
  it('each error is reported only when all earlier ones are corrected', async () => {
    const poor = await addClient(api.pool);
    const rich = await addClient(api.pool, { balance: PRICE });
    const known = await bought(api, order({ bundle_id: MTN_LARGE_BUNDLE }), { key: rich.key });
    const codeOf = async (changes: object, key: string | null) =>
      refusalOf(await buy(api, order({ ...changes }), { key })).code;

    await whileMtnIsUnavailable(api, async () => {
      const all = { reference: known.reference, bundle_id: 'bnd_no_such', phone_number: 'x' };
      expect(await codeOf(all, null)).toBe('invalid_api_key');
      expect(await codeOf(all, rich.key)).toBe('invalid_phone_number');
      const shaped = { ...all, phone_number: OF_NO_NETWORK };
      expect(await codeOf(shaped, rich.key)).toBe('reference_conflict');
      const unknown = { bundle_id: 'bnd_no_such', phone_number: OF_NO_NETWORK };
      expect(await codeOf(unknown, poor.key)).toBe('bundle_unavailable');
      expect(await codeOf({ phone_number: OF_NO_NETWORK }, poor.key)).toBe('unsupported_network');
      expect(await codeOf({ network_id: 'net_glo' }, poor.key)).toBe('network_mismatch');
      expect(await codeOf({}, poor.key)).toBe('network_unavailable');
    });
    expect(await codeOf({}, poor.key)).toBe('insufficient_balance');
  });
});
