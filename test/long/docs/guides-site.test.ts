import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../../tools/docs/site/inputs.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { openPage } from '../../support/chromium.ts';

const run = promisify(execFile);

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('shows its pages, finds words and leads to the reference, without an error and without another host', async (context) => {
  const { page, errors, foreign, close } = await openPage(context, api.baseUrl);
  page.setDefaultTimeout(120_000);
  try {
    // Takes half a minute after a change of a page; otherwise nothing.
    await run(process.execPath, [join(ROOT, 'tools', 'docs', 'site', 'build.ts')]);
    await page.goto(`${api.baseUrl}/docs/guides/`, { waitUntil: 'load' });
    await page.getByRole('heading', { name: 'Work on it', level: 2 }).first().waitFor();

    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
    await page.waitForURL('**/docs/guides/webhooks.html');
    await page.getByRole('heading', { name: 'Verify the signature' }).waitFor();

    const search = page.getByRole('searchbox');
    // A key that is pressed before the page's scripts have run does nothing.
    await expect
      .poll(
        async () => {
          if (!(await search.isVisible())) await page.keyboard.press('Control+k');
          return search.isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);
    await search.fill('reversal');
    const results = page.getByRole('option');
    await results.first().waitFor();
    expect(await results.count()).toBeGreaterThan(3);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith('/webhooks.html'));
    await page
      .getByText(/revers/i)
      .first()
      .waitFor();

    await page.goto(`${api.baseUrl}/docs/guides/house.html`);
    const picture = page.getByRole('img', { name: 'Diagram' });
    await picture.waitFor();
    expect(await picture.getByText('workflows').count()).toBe(1);
    expect((await picture.boundingBox())?.height).toBeGreaterThan(200);

    await page.goto(`${api.baseUrl}/docs/guides/webhooks.html`);
    const text = page.getByRole('link', { name: 'clients/webhook-vectors.json' });
    expect(
      (await page.request.get(new URL((await text.getAttribute('href')) ?? '', page.url()).href)).status(),
    ).toBe(200);
    const llms = await page.request.get(`${api.baseUrl}/docs/guides/llms.txt`);
    expect(await llms.text()).toContain('- [OpenAPI document](../../openapi.json)');
    await page.getByRole('link', { name: 'API reference' }).first().click();
    await page.waitForURL(`${api.baseUrl}/docs/`);
    expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
  } finally {
    await close();
  }
}, 300_000);
