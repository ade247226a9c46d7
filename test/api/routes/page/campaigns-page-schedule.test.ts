import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it, type TestContext } from 'vitest';
import { enter, SLOW, uploadFile } from '../../../support/batches/campaigns-page.ts';
import {
  type BatchFixture,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
} from '../../../support/batches/fixture.ts';

let fixture: BatchFixture;
let origin: string;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  origin = new URL(await fixture.app.listen({ port: 0, host: '127.0.0.1' })).origin;
});
afterEach(() => fixture.close());

/** Runs a test on the page, signed in. The page's scripts must not fail. */
async function onPage(context: TestContext, work: (page: Page) => Promise<void>): Promise<void> {
  const { page, errors, close } = await enter(context, origin, fixture.client);
  try {
    await work(page);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const chip = (page: Page, text: string) => page.locator('.status', { hasText: text }).waitFor(SLOW);
const shown = (page: Page) => getBatch(fixture, new URL(page.url()).hash.slice(1));

it('a campaign is scheduled with its cost, shown with its time, and made ready again', (context) =>
  onPage(context, async (page) => {
    await uploadFile(page, 'later.csv', goodFile(2));
    await press(page, 'Start later…');
    await page.getByLabel('Start on').last().fill('2020-01-01T08:00');
    await press(page, 'Schedule');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    await page.getByLabel('Start on').last().fill(`${day}T08:00`);
    await press(page, 'Schedule');
    await chip(page, 'Scheduled');
    await page.getByText('Starts ', { exact: false }).first().waitFor(SLOW);
    const scheduled = await shown(page);
    expect(scheduled).toMatchObject({ stage: 'scheduled', approved_cost: scheduled.cost });
    expect(scheduled.not_before).toContain(`T`);

    await press(page, 'Remove the start time');
    await press(page, 'Remove');
    await chip(page, 'Ready to start');
    expect(await shown(page)).toMatchObject({ not_before: null, approved_cost: null });
  }));

it('a scheduled campaign is started now', (context) =>
  onPage(context, async (page) => {
    await uploadFile(page, 'sooner.csv', goodFile(2));
    await press(page, 'Start later…');
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    await page.getByLabel('Start on').last().fill(`${day}T08:00`);
    await press(page, 'Schedule');
    await press(page, 'Start now');
    await chip(page, 'Running');
    expect(await shown(page)).toMatchObject({ stage: 'running' });
  }));
