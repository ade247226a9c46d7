import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ownPageForEach, SLOW, sendFile, uploadFile } from '../../../support/batches/campaigns-page.ts';
import { goodFile, PRICE } from '../../../support/batches/fixture.ts';

const own = ownPageForEach(100 * PRICE);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const chip = (page: Page, text: string) => page.locator('.status', { hasText: text }).waitFor(SLOW);

it('a campaign is scheduled with its cost, shown with its time, and made ready again', (context) =>
  own.on(context, async (page) => {
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
    const scheduled = await own.shown(page);
    expect(scheduled).toMatchObject({ stage: 'scheduled', approved_cost: scheduled.cost });
    expect(scheduled.not_before).toContain(`T`);

    await press(page, 'Remove the start time');
    await press(page, 'Remove');
    await chip(page, 'Ready to start');
    expect(await own.shown(page)).toMatchObject({ not_before: null, approved_cost: null });
  }));

it('a campaign buys only in the hours that were chosen, and needs both of them', (context) =>
  own.on(context, async (page) => {
    await page.getByLabel('Buy only from').fill('09:00');
    await sendFile(page, 'hours.csv', goodFile(2));
    await page.getByText('Fill in both, or none', { exact: false }).waitFor(SLOW);
    await page.getByLabel('until', { exact: true }).fill('20:00');
    await press(page, 'Upload and check');
    await chip(page, 'Ready to start');
    expect(await own.shown(page)).toMatchObject({ send_between: '09:00-20:00' });
  }));

it('the rows of a cancelled campaign become a retry, which is opened and not made twice', (context) =>
  own.on(
    context,
    async (page) => {
      await uploadFile(page, 'left.csv', goodFile(2));
      await press(page, 'Cancel campaign');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
      const origin = page.url();
      await press(page, 'Try failed rows again');
      await page.getByRole('heading', { name: 'left.retry-1' }).waitFor(SLOW);
      await chip(page, 'Ready to start');
      const { id, counts } = await own.shown(page);
      expect(counts).toMatchObject({ rows: 2, waiting: 2 });

      await page.goto(origin);
      await press(page, 'Try failed rows again');
      await page.getByRole('link', { name: 'Open it' }).click();
      await page.getByRole('heading', { name: 'left.retry-1' }).waitFor(SLOW);
      expect((await own.shown(page)).id).toBe(id);
    },
    409,
  ));

it('a scheduled campaign is started now', (context) =>
  own.on(context, async (page) => {
    await uploadFile(page, 'sooner.csv', goodFile(2));
    await press(page, 'Start later…');
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    await page.getByLabel('Start on').last().fill(`${day}T08:00`);
    await press(page, 'Schedule');
    await press(page, 'Start now');
    await chip(page, 'Running');
    expect(await own.shown(page)).toMatchObject({ stage: 'running' });
  }));
