import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTopUpDetails } from '../../../../db/accounts/top-up.ts';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';

const ACTOR = { operator: 'ada', reason: 'test' };
const DETAILS = {
  bank: 'First Bank',
  holder: 'Bundlewire Ltd',
  number: '2034567890',
  reference: 'ACME',
  instructions: 'Before 15:00 WAT.',
};

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const read = async (key: string) => JSON.parse((await call(api, '/v1/settings/top-up', { key })).text);

it('an account reads where it pays money in, and nothing of another account', async () => {
  const [one, other] = [await addClient(api.pool), await addClient(api.pool)];
  expect(await setTopUpDetails(api.pool, one.accountId, DETAILS, ACTOR)).toBe(true);
  expect(await read(one.key)).toEqual({ object: 'top_up_details', ...DETAILS });
  expect(await read(other.key)).toEqual({
    object: 'top_up_details',
    bank: null,
    holder: null,
    number: null,
    reference: null,
    instructions: null,
  });
});
