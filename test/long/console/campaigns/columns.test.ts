import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { check, chooseFile, inConsole, ownAccount, shown } from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('columns with unknown names are mapped by eye, and guesses are shown as such', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const file = `Person;Plan;Place\n+2348031000001;${MTN_BUNDLE};<b>Kano</b>\n+2348031000002;${MTN_BUNDLE};Jos\n`;
  await inConsole(context, api, own, 'preparer', async (page) => {
    await chooseFile(page, api, { name: 'people.csv', file, campaign: 'People' });
    const columns = page.getByRole('list', { name: 'Columns of the file' });
    await columns.getByText('+2348031000001 · +2348031000002').waitFor(SLOW);
    // What a file has is text, never markup.
    await columns.getByText('<b>Kano</b> · Jos').waitFor(SLOW);
    await columns.getByRole('listitem').filter({ hasText: 'Plan' }).getByText('Guessed').waitFor(SLOW);
    await page.getByText('Choose the column that has the phone numbers.').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true);
    await page.getByLabel('What the column Person is').selectOption({ label: 'Phone number' });
    expect(await page.getByText('Choose the column that has the phone numbers.').count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);

    await check(page, 'People');
    await page.getByText('Every row can be bought').waitFor(SLOW);
    // A person who prepares campaigns may not start them, and asks for it.
    await page.getByRole('button', { name: /^Ask for approval of/ }).waitFor(SLOW);
    await page.getByText('Your role may not cancel campaigns.').waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({ status: 'ready', counts: { waiting: 2 } });
    expect(await faultsEverywhere(page)).toEqual([]);
  });
});

it('a file can be checked once its columns are on the screen, so that the button does not move while it is pressed', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const file = `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n`;
  await inConsole(context, api, own, 'owner', async (page) => {
    const looked = Promise.withResolvers<void>();
    await page.route('**/v1/batch-previews*', async (route) => {
      await looked.promise;
      await route.continue();
    });
    await chooseFile(page, api, { name: 'slow.csv', file, campaign: 'Slow' });
    const button = page.getByRole('button', { name: 'Check the file' });
    expect(await button.isDisabled()).toBe(true);
    looked.resolve();
    await check(page, 'Slow');
    expect(await shown(page, api, own)).toMatchObject({ status: 'ready', counts: { waiting: 1 } });
  });
});

it('a file with only numbers gets the same data and validity for everyone', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    const file = 'Phone\n+2348031000001\n+2348031000002\n';
    await chooseFile(page, api, { name: 'numbers.csv', file, campaign: 'numbers' });
    await page.getByText('Say which bundle to buy').waitFor(SLOW);
    await page.getByLabel('The same bundle for everyone').selectOption({ index: 1 });
    await check(page, 'numbers');
    await page.getByRole('heading', { name: 'What it costs' }).waitFor(SLOW);
    expect((await shown(page, api, own)).counts).toMatchObject({ rows: 2, invalid: 0 });
  });
});

it('a bundle column that the person ignores is not read, so everyone can get the same bundle', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    // A name that is guessed, and the one that the API itself gives the column.
    for (const name of ['Plan', 'bundle_id']) {
      const campaign = `ignored-${name}`;
      const file = `Phone,${name}\n+2348031000001,what they had before\n+2348031000002,\n`;
      await chooseFile(page, api, { name: `${name}.csv`, file, campaign });
      const choice = page.getByLabel(`What the column ${name} is`);
      await choice.waitFor(SLOW);
      expect(await page.getByLabel('The same bundle for everyone').count()).toBe(0);
      await choice.selectOption({ label: 'Do not use: copy to the results' });
      await page.getByLabel('The same bundle for everyone').selectOption({ index: 1 });
      await check(page, campaign);
      await page.getByRole('heading', { name: 'What it costs' }).waitFor(SLOW);
      expect((await shown(page, api, own)).counts).toMatchObject({ rows: 2, valid: 2, invalid: 0 });
    }
  });
});

it('columns of an earlier results file are folded away, and its bought rows are not bought again', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    const header = 'phone_number,bundle_id,Town,result.line,result.state,result.error_code';
    const rows = [
      `+2348031000001,${MTN_BUNDLE},Jos,2,successful,`,
      `+2348031000002,${MTN_BUNDLE},Jos,3,failed,too_soon`,
    ];
    const file = [header, ...rows, ''].join('\n');
    await chooseFile(page, api, { name: 'results.csv', file, campaign: 'again' });
    const columns = page.getByRole('list', { name: 'Columns of the file' });
    await columns.getByText('Jos · Jos').waitFor(SLOW);
    expect(await columns.getByRole('listitem').count()).toBe(3);
    await page.getByText('This is a results file.').waitFor(SLOW);
    const state = page.getByText('result.state', { exact: true });
    expect(await state.isVisible()).toBe(false);
    await page.getByText('3 columns of earlier results').click();
    await state.waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await check(page, 'again');
    await page.getByRole('heading', { name: 'What it costs' }).waitFor(SLOW);
    expect((await shown(page, api, own)).counts).toMatchObject({ rows: 2, waiting: 1, refused: 1 });
  });
});

it('a second file shows its own columns, also after the first was checked', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    const first = `phone_number,bundle_id,Town\n+2348031000001,${MTN_BUNDLE},Jos\n`;
    await chooseFile(page, api, { name: 'first.csv', file: first, campaign: 'first' });
    await check(page, 'first');
    await page.goBack();
    await page.getByRole('heading', { name: 'New campaign' }).waitFor(SLOW);
    const second = `phone_number,bundle_id,Street\n+2348031000002,${MTN_BUNDLE},Main\n`;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'second.csv', mimeType: 'text/csv', buffer: Buffer.from(second) });
    const columns = page.getByRole('list', { name: 'Columns of the file' });
    await columns.getByText('+2348031000002').waitFor(SLOW);
    expect(await columns.getByText('Town').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Choose (a|another) file$/ }).count()).toBe(1);
  });
});
