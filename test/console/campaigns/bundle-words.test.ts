import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../support/api/fixture.ts';
import { check, chooseFile, inConsole, ownAccount, shown } from '../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('people choose once for all rows with the same words, and nothing is chosen before', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const numbers = ['8031000001,500MB', '8031000002,500 mb', '8051000003,500MB', '8031000004,3GB'];
  const rows = numbers.map((row) => `+234${row}`);
  const file = `phone_number,bundle\n${rows.join('\n')}\n`;
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'words.csv', file, campaign: 'words' });
    await check(page, 'words');
    await page.getByText('4 · The file does not say which bundle').waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({ counts: { waiting: 0, invalid: 4 } });
    expect(await faultsEverywhere(page)).toEqual([]);
    const useAll = page.getByRole('button', { name: 'Use these bundles for all groups' });
    const none = page.getByRole('listitem').filter({ hasText: '“3GB” on MTN: 1 row' });
    await none.waitFor(SLOW);
    // No bundle fits one of the groups.
    expect(await useAll.count()).toBe(0);
    await none.getByLabel('Another bundle for “3GB” on MTN').selectOption(MTN_BUNDLE);
    const { revision } = await shown(page, api, own);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH', SLOW);
    await none.getByRole('button', { name: 'Use it for 1 row' }).click();
    // The API refuses it if a colleague changed rows meanwhile.
    expect((await sent).postDataJSON()).toEqual({ edits: [{ line: 5, bundle_id: MTN_BUNDLE }], revision });
    await none.waitFor({ ...SLOW, state: 'detached' });

    const group = page.getByRole('listitem').filter({ hasText: '“500MB” on MTN: 2 rows' });
    await group.getByRole('button', { name: /^MTN 500 MB: 500 MB for 24 hours, ₦10\.00/ }).waitFor(SLOW);
    await useAll.click();
    await page.getByText('The file does not say which bundle').waitFor({ ...SLOW, state: 'detached' });
    expect(await shown(page, api, own)).toMatchObject({
      counts: { waiting: 4, invalid: 0 },
      cost: { amount: 4 * PRICE },
    });
  });
});
