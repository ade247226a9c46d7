import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, startApi } from '../../../support/api/fixture.ts';
import { balanceOf, call } from '../../../support/api/http.ts';
import { faultsEverywhere, openConsole, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { invited, organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Opens the palette, types a text and chooses what was found, with the keyboard only. */
async function choose(page: Page, typed: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search or go to' }).waitFor(SLOW);
  await page.keyboard.type(typed);
  const item = page.getByRole('menuitem', { name });
  await item.waitFor(SLOW);
  while ((await item.getAttribute('data-focused')) === null) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ ...SLOW, state: 'detached' });
}

async function hasFocus(page: Page, element: Locator): Promise<boolean> {
  return (await element.and(page.locator(':focus')).count()) === 1;
}

/** Presses Tab until a button with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor(SLOW);
  for (let pressed = 0; pressed < 100; pressed += 1) {
    if (await hasFocus(page, button)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach the button ${name}`);
}

it('the palette finds campaigns and people of the account by a part of their names', async (context) => {
  const answer = await call(api, '/v1/batches?reference=december-gifts&start=manual', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n`,
  });
  const { id } = JSON.parse(answer.text);
  const organisation = await organisationOf(api, api.client.accountId);
  const colleague = await invited(api, organisation, 'preparer', 'zainab@acme.example');
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    await page.goto(`${api.baseUrl}/`);
    await page.getByRole('button', { name: 'Search or go to' }).waitFor(SLOW);
    await choose(page, 'cember-gi', /^december-gifts$/);
    await page.waitForURL((url) => url.pathname === `/campaigns/${id}`, SLOW);
    await choose(page, 'zainab', /zainab@acme\.example$/);
    await page.waitForURL((url) => url.pathname === `/admin/people/${colleague.personId}`, SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('finance finds an account and books a payment there with the keyboard only', async (context) => {
  const [before = 0] = await balanceOf(api);
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  try {
    await page.goto(`${api.baseUrl}/operations`);
    await page.getByRole('button', { name: 'Search or go to' }).waitFor(SLOW);
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: 'Late deliveries' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ ...SLOW, state: 'detached' });
    await choose(page, 'test', /^Test – Live$/);
    await tabTo(page, 'Book a payment');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor(SLOW);
    const amount = page.getByLabel('Amount (NGN)');
    while (!(await hasFocus(page, amount))) await page.keyboard.press('Tab');
    await page.keyboard.type('30');
    await page.keyboard.press('Tab');
    await page.keyboard.type('bank transfer 80');
    await tabTo(page, 'Book ₦30.00 for Test');
    await page.keyboard.press('Enter');
    await page.getByText('It is booked.').waitFor(SLOW);
    expect((await balanceOf(api))[0]).toBe(before + 3_000);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
