import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAction } from '../../../../db/audit/record.ts';
import { addCalls } from '../../../../db/networks/gateway-calls.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { ACTOR } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function compared(subject: string, findings: number): Promise<void> {
  const details = { date: '2026-11-20', livemode: true, ours: 7, listed: 8, findings };
  await inTransaction(api.pool, (tx) =>
    recordAction(tx, { ...ACTOR, action: 'gateway_reconcile', accountId: null, subject, details }),
  );
}

it('an operator sees which days were compared, and comes from a difference to its contradictions', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(`${api.baseUrl}/operations/reconciliations`);
    await page.getByText('No day was compared yet').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await compared('net_mtn', 1);
    await compared('net_glo', 0);
    await page.reload();
    await page.getByRole('row', { name: /Glo.*All agree/ }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page
      .getByRole('row', { name: /MTN.*1 differs/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Contradictions' }).waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('network')).toBe('net_mtn');
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('an operator searches the audit log of everything, and narrows it down by what is shown', async (context) => {
  await compared('net_airtel', 0);
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(`${api.baseUrl}/operations/audit`);
    await page
      .getByRole('combobox', { name: 'Action' })
      .selectOption({ label: 'Day compared with a gateway' });
    await page.getByLabel('Subject').fill('net_airtel');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: 'net_airtel', exact: true }).waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('subject')).toBe('net_airtel');
    // Until the answer to the search, the entries of the other networks are still there.
    await page
      .getByRole('link', { name: 'net_glo' })
      .first()
      .waitFor({ ...SLOW, state: 'detached' });
    await page.locator('summary').first().click();
    await page.getByRole('row', { name: /In the list of the gateway – 8/ }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Account' }).fill(api.client.accountId);
    await page.keyboard.press('Enter');
    await page.getByText('No entry matches').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('an operator sees the health of a network over time, sets its status by hand, and ends that', async (context) => {
  const sum = { networkId: 'net_mtn', livemode: true, call: 'submit', completed: 0, slow: 0 } as const;
  await addCalls(api.pool, [
    { ...sum, outcome: 'confirmed', kind: 'good', calls: 3, durationMs: 300 },
    { ...sum, outcome: 'unknown', kind: 'trouble', calls: 1, durationMs: 900 },
  ]);
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(`${api.baseUrl}/operations/networks/net_mtn`);
    await page.getByRole('img', { name: /calls that failed.*Highest: 25%/ }).waitFor(SLOW);
    await page.getByRole('img', { name: /Average time.*Highest: 300 ms/ }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByLabel('Period').selectOption('Last 7 days, by hour');
    await page.getByRole('img', { name: /calls that failed, by hour.*Highest: 25%/ }).waitFor(SLOW);
    await page
      .getByRole('table', { name: 'Calls by hour' })
      .getByRole('cell', { name: '1 (25%)' })
      .waitFor(SLOW);
    await page.getByText('These are calls to gateways, not purchases.').waitFor(SLOW);
    await page.getByRole('link', { name: 'Purchases delivered per day' }).waitFor(SLOW);
    await page.getByText(/^Times are in \S+\./).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.reload();
    await page.getByRole('img', { name: /Average time of a call, by hour.*Highest: 300 ms/ }).waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('range')).toBe('week');
    await page.getByRole('button', { name: 'Set the status by hand' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What clients read').fill('Maintenance until noon');
    await dialog.getByLabel('Reason').fill('ticket 5');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Set .* to Unavailable$/ }).click();
    await page.getByText('Operators set this status. It ends').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'End the override' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('done');
    await page.getByRole('dialog').getByRole('button', { name: 'End the override' }).click();
    await page.getByText('Operators set this status. It ends').waitFor({ ...SLOW, state: 'detached' });
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
