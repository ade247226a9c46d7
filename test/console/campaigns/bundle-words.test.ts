import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../support/api/fixture.ts';
import { check, chooseFile, inConsole, ownAccount, shown } from '../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('bundles in words are read as a guess, and unclear ones are chosen once for all rows with the same words', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const rows = ['1,500MB', '2,500 mb', '3,3GB', '4,3 GB', '5,2GB'].map((row) => `+234803100000${row}`);
  const file = `phone_number,bundle\n${rows.join('\n')}\n`;
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'words.csv', file, campaign: 'words' });
    await check(page, 'words');
    await page.getByText(`"500MB" was read as the bundle ${MTN_BUNDLE} of net_mtn, in 2 rows.`).waitFor(SLOW);
    await page.getByText('3 · The file does not say which bundle').waitFor(SLOW);
    const group = page.getByRole('listitem').filter({ hasText: '“3GB” on MTN: 2 rows' });
    await group.getByRole('button', { name: /^MTN 500 MB, ₦10\.00/ }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await group.getByRole('button', { name: /^MTN 500 MB, ₦10\.00/ }).click();
    await page.getByText('1 · The file does not say which bundle').waitFor(SLOW);
    await group.waitFor({ ...SLOW, state: 'detached' });
    expect(await shown(page, api, own)).toMatchObject({
      counts: { waiting: 4, invalid: 1 },
      cost: { amount: 4 * PRICE },
    });
    await page.getByText('“2GB” on MTN: 1 row').waitFor(SLOW);
  });
});
