import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceAllowedRanges } from '../../db/allowed-ranges.ts';
import { type ApiProcesses, balanceStatus, startApiProcesses } from './processes.ts';
import { knownEverywhere } from './refusal.ts';
import { addKey, revokeKey } from './setting.ts';

let apis: ApiProcesses;

beforeAll(async () => {
  apis = await startApiProcesses(2, {});
});

afterAll(() => apis.close());

function everywhere(key: string): Promise<number[]> {
  return Promise.all(apis.urls.map((url) => balanceStatus(url, key)));
}

describe('Authentication 2 in every one of several API processes', () => {
  it('a key that was revoked opens nothing a second later, while the other keys of the account do', async () => {
    const key = await addKey(apis.pool, apis.client.accountId);
    expect(await everywhere(key)).toEqual([200, 200]);
    await revokeKey(apis.pool, key);
    await knownEverywhere();
    expect(await everywhere(key)).toEqual([401, 401]);
    expect(await everywhere(apis.client.key)).toEqual([200, 200]);
  });

  it('a key in constant use is refused a second after it was revoked, too', async () => {
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
