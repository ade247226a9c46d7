import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOperations } from '../../../api/documentation/document.ts';
import { readOpenApiDocument } from '../../../tools/docs/openapi-document.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { openPage } from '../../support/chromium.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Waits until a section shows its heading and this text. The page renders a section when it is scrolled into view. */
async function expectSection(page: Page, name: string, heading: string, text: string): Promise<void> {
  const section = page.locator(`[id$="/${name}"]`).first();
  await section.scrollIntoViewIfNeeded({ timeout: 60_000 });
  for (const part of [section.getByRole('heading', { name: heading }), section.getByText(text)])
    await part.first().waitFor({ state: 'visible', timeout: 60_000 });
}

it('shows every operation and webhook in a real browser, without errors or requests to other hosts', async (context) => {
  const document = await readOpenApiDocument();
  const operations = listOperations(document);
  const webhooks = Object.keys(document.webhooks ?? {});
  expect([operations.length > 20, webhooks.length > 3]).toEqual([true, true]);
  const { page, errors, foreign, close } = await openPage(context, api.baseUrl);
  try {
    await page.goto(`${api.baseUrl}/docs/`, { waitUntil: 'load', timeout: 60_000 });
    for (const { method, path, operation } of operations)
      await expectSection(page, method.toUpperCase() + path, String(operation.summary), path);
    for (const event of webhooks) await expectSection(page, `webhook/POST/${event}`, event, event);
    const tests = page.getByRole('button', { name: /^Test Request/ });
    expect(await tests.count()).toBeGreaterThan(0);
    expect(
      await page.locator('[id*="/webhook/"]').filter({ has: tests }).filter({ visible: true }).count(),
    ).toBe(0);
    expect(await page.title()).toContain('Bundlewire');
    expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
  } finally {
    await close();
  }
}, 600_000);
