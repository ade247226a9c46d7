import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceAllowedRanges } from '../../../db/accounts/allowed-ranges.ts';
import { addKey, fund, MTN_BUNDLE, PRICE, revokeKey } from '../../support/api/fixture.ts';
import { type ApiProcesses, balanceStatus, startApiProcesses } from '../../support/api/processes.ts';
import { knownEverywhere } from '../../support/api/refusal.ts';

let apis: ApiProcesses;

beforeAll(async () => {
  apis = await startApiProcesses(2, {});
});

afterAll(() => apis.close());

function everywhere(key: string): Promise<number[]> {
  return Promise.all(apis.urls.map((url) => balanceStatus(url, key)));
}

describe('Authentication 2 in every one of several API processes', () => {
  it('[auth.2] a key that was revoked opens nothing a second later, while the other keys of the account do', async () => {
    const key = await addKey(apis.pool, apis.client.accountId);
    expect(await everywhere(key)).toEqual([200, 200]);
    await revokeKey(apis.pool, key);
    await knownEverywhere();
    expect(await everywhere(key)).toEqual([401, 401]);
    expect(await everywhere(apis.client.key)).toEqual([200, 200]);
  });

  it('[owasp.2] a key in constant use is refused a second after it was revoked, too', async () => {
    const key = await addKey(apis.pool, apis.client.accountId);
    let revokedAt = Number.POSITIVE_INFINITY;
    let tooLate = 0;
    const use = async (url: string) => {
      for (let asked = 0; asked < 100_000; asked++) {
        const begin = performance.now();
        const status = await balanceStatus(url, key);
        if (status === 401) return;
        if (begin > revokedAt + 1_000) tooLate += 1;
      }
    };
    const using = Promise.all(apis.urls.map(use));
    await knownEverywhere();
    await revokeKey(apis.pool, key);
    revokedAt = performance.now();
    await using;
    expect(tooLate).toBe(0);
  });
});

describe('Authentication 3 in every one of several API processes', () => {
  it('an allow-list that was changed holds a second later', async () => {
    const { accountId, key } = apis.client;
    const note = { operator: 'test', reason: 'test' };
    await replaceAllowedRanges(apis.pool, accountId, ['203.0.113.0/24'], note);
    await knownEverywhere();
    expect(await everywhere(key)).toEqual([403, 403]);
    await replaceAllowedRanges(apis.pool, accountId, [], note);
    await knownEverywhere();
    expect(await everywhere(key)).toEqual([200, 200]);
  });
});

describe('one reference at every one of several API processes', () => {
  const post = async (url: string | undefined, body: string) => {
    const headers = { authorization: `Bearer ${apis.client.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1/purchases`, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  const idIn = (text: string) => /pur_[0-9a-z]{26}/.exec(text)?.[0];

  it('[races.meaning] means the same: one buys, the others replay, whichever way the body is written', async () => {
    await fund(apis.pool, apis.client.accountId, PRICE);
    const [first, second] = apis.urls;
    const fields = { phone_number: '+2348031000042', bundle_id: MTN_BUNDLE, metadata: { b: '2', a: '1' } };
    const bought = await post(first, JSON.stringify({ reference: 'everywhere', ...fields }));
    const written = `{ "metadata":{"a":"1","b":"\\u0032"}, "bundle_id":"${MTN_BUNDLE}",\n"phone_number":"+2348031000042","reference":"everywhere"}`;
    const again = await post(second, written);
    expect([bought.status, again.status, idIn(again.text)]).toEqual([201, 200, idIn(bought.text)]);

    const other = await post(second, JSON.stringify({ reference: 'everywhere', ...fields, metadata: {} }));
    expect([other.status, idIn(other.text)]).toEqual([409, idIn(bought.text)]);
  });
});
