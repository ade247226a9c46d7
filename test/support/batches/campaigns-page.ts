import type { Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { openPage, type WatchedPage } from '../chromium.ts';
import type { Client } from './fixture.ts';

/** Limit of one wait for the page, in ms. */
export const SLOW = { timeout: 60_000 };

/** Opens the campaigns page of an API and signs in. */
export async function enter(context: TestContext, origin: string, { key }: Client): Promise<WatchedPage> {
  const watched = await openPage(context, origin);
  await watched.page.goto(`${origin}/campaigns`);
  await watched.page.getByLabel('API key').fill(key);
  await watched.page.getByRole('button', { name: 'Sign in' }).click();
  await watched.page.getByRole('heading', { name: 'New campaign' }).waitFor(SLOW);
  return watched;
}

/** Chooses a file, names the campaign and sends it for the check. */
export async function sendFile(page: Page, name: string, file: string | Buffer): Promise<void> {
  const mimeType = name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream';
  await page.locator('#file').setInputFiles({ name, mimeType, buffer: Buffer.from(file) });
  await page.getByLabel('Campaign name').fill(campaignOf(name));
  await page.getByRole('button', { name: 'Upload and check' }).click();
}

/** Sends a file, and waits until its campaign is shown. */
export async function uploadFile(page: Page, name: string, file: string | Buffer): Promise<void> {
  await sendFile(page, name, file);
  await page.getByRole('heading', { name: campaignOf(name) }).waitFor(SLOW);
}

/** Drops a file onto the page. */
export async function dropFile(page: Page, name: string, csv: string): Promise<void> {
  const file = await page.evaluateHandle(`(() => {
    const dragged = new DataTransfer();
    dragged.items.add(new File([${JSON.stringify(csv)}], ${JSON.stringify(name)}, { type: 'text/csv' }));
    return dragged;
  })()`);
  await page.dispatchEvent('#drop', 'drop', { dataTransfer: file });
}

const campaignOf = (file: string) => file.replace(/\.[^.]*$/, '');
