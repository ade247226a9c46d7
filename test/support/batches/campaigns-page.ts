import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, type TestContext } from 'vitest';
import type { BatchResource } from '../../../contract/batches/batch.ts';
import { openPage, type WatchedPage } from '../chromium.ts';
import { type BatchFixture, type Client, createBatchFixture, getBatch } from './fixture.ts';

/** Limit of one wait for the page, in ms. */
export const SLOW = { timeout: 60_000 };

/** Opens the campaigns page of an API and signs in. */
export async function enter(context: TestContext, origin: string, { key }: Client): Promise<WatchedPage> {
  const watched = await openPage(context, origin);
  await watched.page.goto(`${origin}/campaigns/`);
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

/** The campaigns page, signed in with a separate account. */
export interface OwnPage {
  /** Of the test that runs. */
  readonly fixture: BatchFixture;
  /** Runs a test on the page, signed in. The page's scripts must not fail. @param rejected status of a rejection, which the browser logs. */
  on(context: TestContext, work: (page: Page) => Promise<void>, rejected?: number): Promise<void>;
  /** The campaign on the page, as the API shows it. */
  shown(page: Page): Promise<BatchResource>;
}

/** Gives each test of a file an API with the page, and an account with this balance. */
export function ownPageForEach(balance: number): OwnPage {
  let fixture: BatchFixture;
  let origin: string;
  beforeEach(async () => {
    fixture = await createBatchFixture(balance);
    origin = new URL(await fixture.app.listen({ port: 0, host: '127.0.0.1' })).origin;
  });
  afterEach(() => fixture.close());

  return {
    get fixture() {
      return fixture;
    },
    async on(context, work, rejected) {
      const { page, errors, close } = await enter(context, origin, fixture.client);
      try {
        await work(page);
        expect(errors.filter((error) => !error.includes(`status of ${rejected}`))).toEqual([]);
      } finally {
        await close();
      }
    },
    shown: (page) => getBatch(fixture, new URL(page.url()).hash.slice(1)),
  };
}
