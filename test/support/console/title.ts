import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

/** Waits until the tab of the page has a title with this text. */
export async function titled(page: Page, text: string, timeoutMs = 60_000): Promise<void> {
  await vi.waitFor(async () => expect(await page.title()).toContain(text), {
    timeout: timeoutMs,
    interval: 50,
  });
}
