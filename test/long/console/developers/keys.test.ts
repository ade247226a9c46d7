import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAmount, writeAmount } from '../../../../console/src/ui/amount.ts';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const balance = async (key: string) => (await call(api, '/v1/balance', { key })).status;

it('an owner creates a key with rights and caps, copies it, replaces it and revokes it', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, errors, foreign, close } = await openConsole(context, api, organisation, 'owner');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  try {
    await page.goto(`${api.baseUrl}/`);
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor(SLOW);
    await page.getByRole('link', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('Order service');
    await press('Create a key');
    await page.getByText('Choose one right or more.').waitFor(SLOW);
    await page.getByLabel('Read balance:read').check();
    await page.getByLabel('Buy bundles, and follow the purchases').check();
    expect(await page.getByLabel('Buy, which spends money').isChecked()).toBe(true);
    // A box that is changed makes it a separate choice.
    await page.getByLabel('Read catalogue:read').uncheck();
    expect(await page.getByLabel('Chosen rights').isChecked()).toBe(true);
    await page.getByLabel('The most per day').fill('50,000');
    await page.getByText('₦50,000.00').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Create a key');
    const shown = page.getByRole('textbox', { name: 'The key Order service', exact: true });
    await shown.waitFor(SLOW);
    const key = await shown.inputValue();
    await press('Copy');
    await page.getByText('Copied.').waitFor(SLOW);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    expect(await balance(key)).toBe(200);
    await page.getByText('4 rights').waitFor(SLOW);
    await page.getByText('per day: ₦50,000.00').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByRole('link', { name: 'I have stored the key' }).click();
    // The next screen has the same amount.
    await shown.waitFor({ ...SLOW, state: 'detached' });
    await page.getByText('₦50,000.00').first().waitFor(SLOW);
    expect(await page.content()).not.toContain(key);
    await press('Replace the key');
    const dialog = page.getByRole('dialog', { name: 'Replace the key Order service?' });
    await dialog.getByLabel('The former key still works for').selectOption('0');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Replace Order service' }).click();
    await shown.waitFor(SLOW);
    const next = await shown.inputValue();
    expect(next).not.toBe(key);
    await expect.poll(() => balance(key), { timeout: 30_000 }).toBe(401);
    expect(await balance(next)).toBe(200);

    await page.getByLabel('Name').fill('Rewards');
    await page.getByLabel('Buy, which spends money').uncheck();
    await press('Save');
    await page.getByRole('heading', { name: 'Rewards', level: 1 }).waitFor(SLOW);
    await press('Revoke the key');
    await page.getByRole('button', { name: 'Revoke Rewards' }).click();
    await page.getByText('Revoked').first().waitFor(SLOW);
    await expect.poll(() => balance(next), { timeout: 30_000 }).toBe(401);
    expect([errors, foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
});

describe('an amount', () => {
  it.each([
    ['1000', 'en', 100_000],
    ['₦1,000.50', 'en', 100_050],
    ['1,000,000', 'en', 100_000_000],
    ['NGN 2.5', 'en', 250],
    ['1 000,50', 'fr', 100_050],
    ['1 000', 'fr', 100_000],
  ])('%s in %s is understood', (text, locale, amount) => {
    expect(readAmount(text, 'NGN', locale)).toEqual({ kind: 'amount', amount });
  });

  it.each([
    ['1,5', 'en'],
    ['10,00', 'en'],
    ['1.000,00', 'en'],
    ['1.000', 'fr'],
    ['-5', 'en'],
    ['1.005', 'en'],
    ['a lot', 'en'],
  ])('%s in %s is not guessed', (text, locale) => {
    expect(readAmount(text, 'NGN', locale)).toEqual({ kind: 'unreadable' });
  });

  it('is empty if nothing is written, and is read as it was shown', () => {
    expect(readAmount(' ', 'NGN', 'en')).toEqual({ kind: 'empty' });
    for (const locale of ['en', 'fr'])
      for (const amount of [1, 50, 100, 123_456, 5_000_000])
        expect(readAmount(writeAmount(amount, 'NGN', locale), 'NGN', locale)).toEqual({
          kind: 'amount',
          amount,
        });
  });
});
