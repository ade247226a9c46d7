import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endLateInquiry } from '../../../../db/purchases/late-inquiries.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { balanceOf } from '../../../support/api/http.ts';
import { failedAfterSend } from '../../../support/console/decisions.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';

const WORKFLOWS = 'https://temporal.example/namespaces/default/workflows';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi({ workflowsUrl: WORKFLOWS });
});
afterAll(() => api.close());

describe('a person with a letter of the network', () => {
  it('records the delivery of a failed purchase, and finds it among the late deliveries', async (context) => {
    const id = await failedAfterSend(api, 'letter-1');
    const before = await balanceOf(api);
    const { page, errors, close } = await openStaffConsole(context, api, 'operator');
    try {
      await page.goto(`${api.baseUrl}/operations/purchases/${id}`);
      await page.getByRole('button', { name: 'Record a late delivery' }).click();
      const dialog = page.getByRole('dialog', {
        name: 'Record that the network delivered this failed purchase?',
      });
      const confirm = dialog.getByRole('button', { name: 'Record the delivery' });
      await dialog.getByLabel('Reason').fill('claim 12');
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByLabel('Evidence').fill('letter of MTN, page 2');
      await dialog.getByLabel('Reference of the network').fill('MTN-77');
      expect(await faultsEverywhere(page)).toEqual([]);
      await confirm.click();
      const done = page.getByRole('status').filter({ hasText: 'The late delivery is recorded.' });
      await done.waitFor(SLOW);
      await page.getByText('A staff member recorded this on evidence at').waitFor(SLOW);
      expect(await page.getByRole('button', { name: 'Record a late delivery' }).count()).toBe(0);
      await done.getByRole('link', { name: 'Late deliveries' }).click();
      await page.getByRole('cell', { name: 'A person: letter of MTN, page 2' }).waitFor(SLOW);
      await page.getByRole('cell', { name: 'MTN-77' }).waitFor(SLOW);
      expect(await faultsEverywhere(page)).toEqual([]);
      expect(await balanceOf(api)).toEqual(before);
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });

  it('is not asked for a letter without the right to settle', async (context) => {
    const id = await failedAfterSend(api, 'letter-2');
    const { page, errors, close } = await openStaffConsole(context, api, 'finance');
    try {
      await page.goto(`${api.baseUrl}/operations/purchases/${id}`);
      await page.getByRole('heading', { name: 'Purchase letter-2' }).waitFor(SLOW);
      await page.getByText('network_timeout').first().waitFor(SLOW);
      expect(await page.getByRole('button', { name: 'Record a late delivery' }).count()).toBe(0);
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });

  it('reads what the inquiries after the timeout found, and opens their own workflow', async (context) => {
    const id = await failedAfterSend(api, 'letter-3');
    const { page, errors, close } = await openStaffConsole(context, api, 'support');
    const result = (text: string) => page.locator('dd', { hasText: text }).waitFor(SLOW);
    try {
      await page.goto(`${api.baseUrl}/operations/purchases/${id}`);
      await result('Open: the gateway is still asked.');
      const workflow = page.getByRole('link', { name: 'Open the inquiries after the timeout in Temporal' });
      expect(await workflow.getAttribute('href')).toBe(`${WORKFLOWS}/${id}.late`);
      await endLateInquiry(api.pool, id, 'never_received');
      await page.reload();
      await result('Not delivered: the gateway never received the order.');
      expect(await faultsEverywhere(page)).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });
});
