import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAlert } from '../../../../db/networks/gateway-alerts.ts';
import { recordVerification } from '../../../../db/statements/verifications.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { balanceOf } from '../../../support/api/http.ts';
import { setStaffRule } from '../../../support/approvals/staff.ts';
import { contradicted, deliveredLate, keepWorkerAlive } from '../../../support/console/decisions.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { browse } from '../../../support/people/fixture.ts';
import { staffAs } from '../../../support/people/staff.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('an operator at night', () => {
  it('comes from the overview to what is wrong, reads what to do, and sees when all is well', async (context) => {
    const alert = {
      networkId: 'net_mtn',
      route: 'main',
      kind: 'supplier_account',
      detail: '1006 No balance',
    } as const;
    await recordAlert(api.pool, { ...alert, livemode: true }, 3);
    const { page, errors, close } = await openStaffConsole(context, api, 'operator');
    try {
      await page.goto(`${api.baseUrl}/operations`);
      await page.getByText('1 alert needs you now: No worker process runs.').waitFor(SLOW);
      await page.getByRole('status').getByRole('link', { name: 'Alerts' }).click();
      await page
        .getByRole('list', { name: 'Act now' })
        .getByText('No worker has sent a heartbeat')
        .waitFor(SLOW);
      await page.getByText('What to do: Start workers.').waitFor(SLOW);
      await page.getByText('NoWorker', { exact: true }).waitFor(SLOW);
      const waiting = page.getByRole('list', { name: 'Within working hours' });
      await waiting.getByText('(3 times): supplier_account: 1006 No balance').waitFor(SLOW);
      const runbook = page.getByRole('link', { name: 'Runbook NoWorker' });
      expect(await runbook.getAttribute('href')).toBe('/docs/guides/operators.html#noworker');
      expect(await faultsEverywhere(page)).toEqual([]);
      await waiting.getByRole('link', { name: 'net_mtn' }).click();
      await page.getByRole('heading', { name: 'Network MTN' }).waitFor(SLOW);

      await api.pool.query('DELETE FROM gateway_alerts');
      await keepWorkerAlive(api);
      await recordVerification(api.pool, { broken: 0, notChecked: 0, numbers: [] });
      await page.goto(`${api.baseUrl}/operations/alerts`);
      await page.getByText('Nothing is wrong').waitFor(SLOW);
      expect(await faultsEverywhere(page)).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });

  it('reads late deliveries, and closes a contradiction with what was found out', async (context) => {
    await deliveredLate(api, 'late-1');
    const id = await contradicted(api, 'odd-1');
    const { page, errors, close } = await openStaffConsole(context, api, 'operator');
    try {
      await page.goto(`${api.baseUrl}/operations`);
      await page.getByRole('navigation').getByRole('link', { name: 'Late deliveries' }).click();
      await page.getByRole('cell', { name: 'Open' }).waitFor(SLOW);
      await page.getByText('Your colleagues in finance decide.').waitFor(SLOW);
      expect(await page.getByRole('button', { name: 'Decide' }).count()).toBe(0);
      expect(await faultsEverywhere(page)).toEqual([]);

      await page.goto(`${api.baseUrl}/operations/contradictions`);
      await page.getByText('The network confirmed what it had refused before.').waitFor(SLOW);
      expect(await faultsEverywhere(page)).toEqual([]);
      await page.getByRole('button', { name: 'Close' }).click();
      const dialog = page.getByRole('dialog', { name: 'Close the contradictions of this purchase?' });
      await dialog.getByLabel('Reason').fill('MTN ticket 9: never delivered');
      expect(await faultsEverywhere(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText('Every report agrees with the books').waitFor(SLOW);
      await page.getByLabel('Show decided ones too').check();
      await page.getByRole('cell', { name: 'MTN ticket 9: never delivered' }).waitFor(SLOW);
      expect(new URL(page.url()).searchParams.get('all')).toBe('true');
      await page.getByRole('link', { name: id }).click();
      await page.getByRole('heading', { name: 'Purchase odd-1' }).waitFor(SLOW);
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });
});

it('finance decides who pays for a late delivery; an agreed charge waits for a colleague', async (context) => {
  const charged = await deliveredLate(api, 'late-2');
  await setStaffRule(api.pool, 'late_charge', 1);
  await api.pool.query('DELETE FROM late_confirmations WHERE purchase_id <> $1', [uuidOf('pur', charged)]);
  const [before = 0] = await balanceOf(api);
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  const charge = async () => {
    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who pays ₦10.00 for the late delivery of Test?' });
    await dialog.getByLabel('The client, who has agreed').check();
    await dialog.getByLabel('Reason').fill('mail of Acme');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Charge ₦10.00 to Test' }).click();
  };
  try {
    await page.goto(`${api.baseUrl}/operations/late`);
    await charge();
    await page.getByText('Another person must approve this first.').waitFor(SLOW);
    expect((await balanceOf(api))[0]).toBe(before);
    const { cookie } = await staffAs(api, 'operator');
    const [approval] = JSON.parse((await browse(api, '/v1/staff/approvals', { cookie })).text).data;
    const approve = { method: 'POST', cookie, body: { reason: 'seen' } };
    expect((await browse(api, `/v1/staff/approvals/${approval.id}/approve`, approve)).status).toBe(200);
    await charge();
    await page.getByText('The decision is recorded.').waitFor(SLOW);
    expect((await balanceOf(api))[0]).toBe(before - 1_000);
    await page.getByText('No late delivery waits for a decision').waitFor(SLOW);
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  } finally {
    await close();
  }
});
