import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiSetting, startApi } from '../api/setting.ts';
import { openPage } from '../support/chromium.ts';

let api: ApiSetting;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('shows every group of operations in a real browser, without an error and without asking anybody else', async (context) => {
  const { page, errors, foreign, close } = await openPage(context, api.baseUrl);
  try {
    await page.goto(`${api.baseUrl}/docs/`, { waitUntil: 'load', timeout: 60_000 });
    for (const text of [
      'Buy a bundle',
      'List purchases, newest first',
      'Read the balance',
      'Upload a CSV campaign',
    ])
      await page.getByText(text).first().waitFor({ state: 'attached', timeout: 30_000 });
    expect(await page.title()).toContain('Bundlewire');
    expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
  } finally {
    await close();
  }
}, 180_000);
