import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../support/api/fixture.ts';
import { inConsole, ownAccount, shown } from '../../support/console/campaigns.ts';
import { SLOW } from '../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** More than any screen of this journey has to stop at. */
const STOPS_MAX = 120;

/** Moves with Tab until the focus is on an element. Each stop on the way can be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor(SLOW);
  await expect.poll(() => target.isEnabled()).toBe(true);
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    await page.keyboard.press('Tab');
    expect(await unseenFocus(page)).toBe(null);
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** The focused element if nothing on the screen says that it has the focus; otherwise null. */
function unseenFocus(page: Page): Promise<string | null> {
  return page.evaluate(`(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return null;
    const isMarked = [focused, ...focused.querySelectorAll('*'), focused.closest('label')].some((element) => {
      if (element === null) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
    const { top, bottom, width } = focused.getBoundingClientRect();
    const isInside = bottom > 0 && top < innerHeight && width > 0;
    return isMarked && isInside ? null : focused.outerHTML;
  })()`);
}

it('from a file to the campaign that runs, the keyboard is enough, and the focus is always seen', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const rows = ['2348031000001', '2348031000002', '+2348031000003'].map(
    (number) => `${number},${MTN_BUNDLE}`,
  );
  const file = `Person,Plan\n${rows.join('\n')}\n`;
  await inConsole(context, api, own, 'owner', async (page) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`${api.baseUrl}/`);
    await tabTo(page, page.getByRole('link', { name: 'Prepare a new campaign', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New campaign', level: 1 }).waitFor(SLOW);

    const chosen = { name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
    // Asked for before the steps that lead to the button: a key can reach the page ahead of a request for choosers.
    page.on('filechooser', (chooser) => void chooser.setFiles(chosen));
    // The focus is on the heading, and stays with the person from then on.
    await page.locator('h1:focus').waitFor(SLOW);
    await tabTo(page, button('Choose a file'));
    await page.keyboard.press('Enter');

    const meaning = page.getByLabel('What the column Person is');
    await tabTo(page, meaning);
    await page.keyboard.type('Phone number');
    await expect.poll(() => meaning.inputValue()).toBe('phone_number');
    await tabTo(page, page.getByLabel('Name of the campaign'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('keys');
    await tabTo(page, button('Check the file'));
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: 'keys', level: 1, exact: true }).waitFor(SLOW);

    await tabTo(page, button('Use 2 corrected numbers'));
    await page.keyboard.press('Enter');
    await page.getByText('Every row can be bought, and your balance covers the cost.').waitFor(SLOW);
    await tabTo(page, button('Buy 3 rows of a campaign of ₦30.00'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Buy 3 bundles for ₦30.00?' }).waitFor(SLOW);
    await tabTo(page, button('Buy for ₦30.00'));
    await page.keyboard.press('Enter');
    await page.locator('.badge', { hasText: 'Running' }).waitFor(SLOW);
    await page.locator('h1:focus', { hasText: 'keys' }).waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({
      status: 'running',
      approved_cost: { amount: 3 * PRICE, currency: 'NGN' },
    });
  });
});
