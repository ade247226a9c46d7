import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayAdapter } from '../../../../adapters/adapter.ts';
import { openSubmission, type SubmissionRoute } from '../../../../db/purchases/fence.ts';
import { type PurchaseId, readId, uuidOf } from '../../../../domain/ids.ts';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { bought, call, order, purchaseOf } from '../../../support/api/http.ts';
import { setStaffRule } from '../../../support/approvals/staff.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { browse } from '../../../support/people/fixture.ts';
import { staffAs } from '../../../support/people/staff.ts';
import { jsonGateway } from '../../../support/purchases/json-gateway.ts';

/** A gateway that has delivered everything that it is asked for. */
const gateway: GatewayAdapter = {
  ...jsonGateway(),
  inquiry: {
    inquire: async () => ({ kind: 'confirmed', confirmedAt: new Date(), networkReference: 'N-1' }),
  },
};

const WORKFLOWS = 'https://temporal.example/namespaces/default/workflows';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi({ gateway, workflowsUrl: WORKFLOWS });
});
afterAll(() => api.close());

/** A purchase that was sent and is pending for five minutes. */
async function stuck(reference: string, route?: SubmissionRoute): Promise<PurchaseId> {
  const id = readId('pur', (await bought(api, order({ reference }))).id);
  if (id === null) throw new Error('it has an id');
  await openSubmission(api.pool, id, 1, route);
  const purchase = uuidOf('pur', id);
  await api.pool.query(
    `UPDATE submissions SET answered_at = app_now(), outcome = 'unknown' WHERE purchase_id = $1`,
    [purchase],
  );
  await api.pool.query(`UPDATE purchases SET created_at = created_at - interval '5 minutes' WHERE id = $1`, [
    purchase,
  ]);
  return id;
}

describe('an operator', () => {
  it('comes from the overview to what is stuck, and asks the gateways for all of it', async (context) => {
    const ids = [await stuck('stuck-1'), await stuck('stuck-2')];
    const { accountId } = await addClient(api.pool, { balance: 0 });
    await api.pool.query(
      `INSERT INTO webhook_endpoints (account_id, url, sealed_secret, extra_events, failures)
       VALUES ($1, 'https://acme.example/hooks', '\\x00', '{}', 9)`,
      [uuidOf('acc', accountId)],
    );
    const { page, errors, close } = await openStaffConsole(context, api, 'operator');
    try {
      await page.goto(`${api.baseUrl}/`);
      await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor(SLOW);
      expect(new URL(page.url()).pathname).toBe('/operations');
      await page.getByRole('cell', { name: 'Operational' }).first().waitFor(SLOW);
      await page.getByRole('cell', { name: 'https://acme.example/hooks' }).waitFor(SLOW);
      await page.getByRole('row', { name: 'worker_down 2' }).waitFor(SLOW);
      expect(await faultsEverywhere(page)).toEqual([]);

      await page.getByRole('link', { name: 'worker_down' }).click();
      await page.getByRole('link', { name: 'stuck-2' }).waitFor(SLOW);
      expect(new URL(page.url()).searchParams.get('cause')).toBe('worker_down');
      expect(await faultsEverywhere(page)).toEqual([]);
      await page.getByRole('button', { name: 'Ask the gateways about 2 purchases' }).click();
      const dialog = page.getByRole('dialog', { name: 'Ask for the outcomes of 2 purchases?' });
      await dialog.getByLabel('Reason').fill('ticket 12');
      expect(await faultsEverywhere(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Ask the gateways about 2 purchases' }).click();
      for (const id of ids) await page.getByRole('row', { name: `${id} confirmed` }).waitFor(SLOW);
      await page.getByText('No purchase is stuck.').waitFor(SLOW);
      for (const id of ids)
        expect(purchaseOf(await call(api, `/v1/purchases/${id}`)).status).toBe('successful');
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });

  it('finds a purchase by its reference, and reads why it waits and what is on record', async (context) => {
    const why = 'reloadly: main degraded since 12:04; cheaper by 3.0 %.';
    const id = await stuck('lost-order', { name: 'reloadly', productCode: null, why });
    const { page, errors, close } = await openStaffConsole(context, api, 'operator');
    try {
      await page.goto(`${api.baseUrl}/operations`);
      await page.getByLabel('Number, reference, purchase id, or account').fill('lost-order');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'lost-order' }).waitFor(SLOW);
      expect(new URL(page.url()).searchParams.get('q')).toBe('lost-order');
      expect(await faultsEverywhere(page)).toEqual([]);
      await page.getByRole('link', { name: 'lost-order' }).click();
      await page.getByRole('heading', { name: 'Purchase lost-order' }).waitFor(SLOW);
      await page.getByText('No worker has sent a heartbeat for 15 seconds.').waitFor(SLOW);
      const sent = page.getByRole('region', { name: 'Sent to the gateway' });
      await sent.getByRole('cell', { name: why }).waitFor(SLOW);
      const inquiries = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Inquiries' }) });
      await inquiries.getByText('Next step of the workflow').waitFor(SLOW);
      const workflow = page.getByRole('link', { name: 'Open the workflow in Temporal' });
      expect(await workflow.getAttribute('href')).toBe(`${WORKFLOWS}/${id}`);
      expect(await faultsEverywhere(page)).toEqual([]);
      await page.getByRole('link', { name: api.client.accountId }).click();
      await page.getByText('Requests per second').waitFor(SLOW);
      expect(await faultsEverywhere(page)).toEqual([]);
      await page.getByRole('link', { name: 'All accounts' }).click();
      await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor(SLOW);
      expect(await faultsEverywhere(page)).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });

  it('settles a purchase by hand, which a colleague must approve first where a rule says so', async (context) => {
    await setStaffRule(api.pool, 'purchase_resolve', 1);
    const id = await stuck('by-hand');
    const { page, errors, close } = await openStaffConsole(context, api, 'operator');
    const settle = async (result: string) => {
      await page.getByRole('button', { name: 'Settle by hand' }).click();
      const dialog = page.getByRole('dialog', { name: 'Settle this purchase of ₦10.00?' });
      await dialog.getByLabel('Outcome').selectOption('not_delivered');
      await dialog.getByLabel('Evidence').fill('MTN ticket 4');
      await dialog.getByLabel('Reason').fill('the client asks');
      expect(await faultsEverywhere(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Release ₦10.00' }).click();
      await page.getByText(result).waitFor(SLOW);
    };
    try {
      await page.goto(`${api.baseUrl}/operations/purchases/${id}`);
      await page.getByRole('button', { name: 'Settle by hand' }).click();
      expect(await page.getByRole('dialog').getByText('Settle by hand', { exact: true }).isDisabled()).toBe(
        true,
      );
      await page.keyboard.press('Escape');
      await settle('Another person must approve this first.');
      expect(purchaseOf(await call(api, `/v1/purchases/${id}`)).status).toBe('pending');
      const { cookie } = await staffAs(api, 'finance');
      const listed = await browse(api, '/v1/staff/approvals', { cookie });
      const approval = JSON.parse(listed.text).data[0].id;
      const body = { reason: 'checked' };
      const approve = { method: 'POST', cookie, body };
      expect((await browse(api, `/v1/staff/approvals/${approval}/approve`, approve)).status).toBe(200);
      await settle('The purchase is settled.');
      expect(purchaseOf(await call(api, `/v1/purchases/${id}`)).status).toBe('failed');
      await page.getByText('A staff member settled it as not delivered.').waitFor(SLOW);
      const given = page.getByRole('definition');
      expect(await given.filter({ hasText: /^MTN ticket 4$/ }).count()).toBe(1);
      expect(await given.filter({ hasText: /^the client asks$/ }).count()).toBe(1);
      expect(await faultsEverywhere(page)).toEqual([]);
      await api.pool.query('DELETE FROM staff_approval_rules');
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });

  it('approves what a colleague requested, after a confirmation that names the amount', async (context) => {
    await setStaffRule(api.pool, 'account_fund', 1);
    const { cookie } = await staffAs(api, 'finance');
    const body = {
      type: 'funding',
      amount: { amount: 500_000, currency: 'NGN' },
      reason: 'bank transfer 77',
    };
    const asked = await browse(api, `/v1/staff/accounts/${api.client.accountId}/entries`, {
      method: 'POST',
      cookie,
      body,
    });
    expect(asked.status).toBe(409);
    const { page, errors, close } = await openStaffConsole(context, api, 'operator');
    try {
      await page.goto(`${api.baseUrl}/operations`);
      await page.getByText('1 request waits for an approval.').waitFor(SLOW);
      await page.getByRole('navigation').getByRole('link', { name: 'Approvals' }).click();
      await page.getByRole('heading', { name: 'account fund: ₦5,000.00' }).waitFor(SLOW);
      expect(await faultsEverywhere(page)).toEqual([]);
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Approve account fund: ₦5,000.00?' });
      await dialog.getByLabel('Reason').fill('seen on the statement');
      await dialog.getByRole('button', { name: 'Approve: account fund: ₦5,000.00' }).click();
      await page.getByText('You have approved this request.').waitFor(SLOW);
      const { rows } = await api.pool.query(`SELECT status FROM approvals WHERE kind = 'account_fund'`);
      expect(rows).toEqual([{ status: 'approved' }]);
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });
});

it('operators settle chosen purchases together, after a colleague has approved all of them', async (context) => {
  await setStaffRule(api.pool, 'purchase_resolve', 1);
  const ids = [await stuck('together-1'), await stuck('together-2'), await stuck('left-alone')];
  const first = await openStaffConsole(context, api, 'operator');
  const colleague = await openStaffConsole(context, api, 'operator');
  const settle = async () => {
    const { page } = first;
    await page.goto(`${api.baseUrl}/operations/stuck`);
    for (const name of ['together-1', 'together-2'])
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Settle 2 purchases by hand' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settle 2 purchases, ₦20.00 in total?' });
    await dialog.getByLabel('Outcome').selectOption('not_delivered');
    await dialog.getByLabel('Evidence').fill('MTN ticket 6');
    await dialog.getByLabel('Reason').fill('outage of the network');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Release ₦20.00' }).click();
  };
  try {
    await settle();
    await first.page
      .getByRole('cell', { name: 'Another person must approve this first.' })
      .nth(1)
      .waitFor(SLOW);

    const { page } = colleague;
    await page.goto(`${api.baseUrl}/operations/approvals`);
    await page.getByRole('button', { name: 'Approve all 2: purchase resolve: ₦20.00' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 2 requests: purchase resolve: ₦20.00?' });
    await dialog.getByText(ids[0] ?? '').waitFor(SLOW);
    await dialog.getByLabel('Reason').fill('checked with the network');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve all 2' }).click();
    await page.getByText('You have approved this request.').nth(1).waitFor(SLOW);

    await settle();
    await first.page.getByRole('cell', { name: 'The purchase is settled.' }).nth(1).waitFor(SLOW);
    const statuses = await Promise.all(
      ids.map(async (id) => purchaseOf(await call(api, `/v1/purchases/${id}`)).status),
    );
    expect(statuses).toEqual(['failed', 'failed', 'pending']);
    expect([...first.errors, ...colleague.errors]).toEqual([]);
  } finally {
    await api.pool.query('DELETE FROM staff_approval_rules');
    await first.close();
    await colleague.close();
  }
});
