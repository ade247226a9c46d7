import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, addClient, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { DESKTOP, faultsEverywhere, openConsole, PHONE, SLOW } from '../../../support/console/open.ts';
import { titled } from '../../../support/console/title.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** A campaign of three rows that runs, or waits for its start. There is no worker, so the rows wait. */
async function runningCampaign(
  key: string,
  reference: string,
  start: 'auto' | 'manual' = 'auto',
): Promise<string> {
  const rows = [1, 2, 3].map((nth) => `+234803123456${nth},${MTN_BUNDLE}`);
  const uploaded = await call(api, `/v1/batches?reference=${reference}&start=${start}`, {
    method: 'POST',
    key,
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n${rows.join('\n')}\n`,
  });
  return JSON.parse(uploaded.text).id;
}

it('a campaign is found, paused, resumed, cancelled, noted and archived, with what happens to the money', async (context) => {
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  const organisation = await organisationOf(api, client.accountId);
  await runningCampaign(client.key, 'spring');
  await runningCampaign(client.key, 'autumn');
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    await page.goto(`${api.baseUrl}/`);
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('row', { name: /spring.*Running.*3 waiting.*₦30\.00/ }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    // On a phone, all of a campaign is seen without scrolling sideways.
    await page.setViewportSize(PHONE);
    const sideways = '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)';
    expect(await page.evaluate(`${sideways}(document.querySelector('.table-frame'))`)).toBe(0);
    const titles =
      '[...document.querySelectorAll("tbody tr:first-child td")].map((cell) => cell.dataset.title)';
    expect(await page.evaluate(titles)).toEqual(['State', 'Rows', 'Cost', 'Owner', 'Uploaded']);
    await page.setViewportSize(DESKTOP);
    await page.getByLabel('Name or note').fill('SPR');
    await page.getByLabel('Name or note').press('Enter');
    await page.getByRole('link', { name: 'autumn' }).waitFor({ ...SLOW, state: 'detached' });
    expect(new URL(page.url()).searchParams.get('q')).toBe('SPR');
    await page.getByRole('link', { name: 'spring' }).click();

    await page.getByRole('heading', { name: 'spring' }).waitFor(SLOW);
    await titled(page, '0% · spring · Bundlewire');
    await page.getByRole('row', { name: 'Not spent ₦30.00' }).waitFor(SLOW);
    await page.getByRole('row', { name: 'Cost of all rows ₦30.00' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByRole('button', { name: 'Pause' }).click();
    const pause = page.getByRole('dialog', { name: 'Pause spring?' });
    await pause.getByText('No purchase is pending, so nothing is held.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await pause.getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByText('The campaign was paused. It buys no further row').waitFor(SLOW);
    expect(await page.title()).toBe('! Paused · spring · Bundlewire');
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume, up to ₦30.00' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor(SLOW);

    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    const cancel = page.getByRole('dialog', { name: 'Cancel spring?' });
    await cancel.getByText('₦0.00 was charged for what was delivered.').waitFor(SLOW);
    await cancel.getByRole('button', { name: 'Cancel: do not buy 3 rows' }).click();
    await titled(page, 'Cancelled · spring · Bundlewire');
    await page.getByRole('img', { name: '3 not bought' }).waitFor(SLOW);
    expect(await page.getByText('% done').count()).toBe(0);
    await page.getByText('3 rows may work if they are tried again.').waitFor(SLOW);
    await page
      .getByRole('row', { name: /The campaign was cancelled first\. 3 ₦30\.00 Try again/ })
      .waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByLabel('Note').fill('For the Kano team');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('This campaign is archived.').waitFor(SLOW);

    await page.getByRole('link', { name: 'All campaigns' }).click();
    await page.getByRole('link', { name: 'autumn' }).waitFor(SLOW);
    await page.getByRole('link', { name: 'spring' }).waitFor({ ...SLOW, state: 'detached' });
    await page.getByLabel('Archive').selectOption('archived');
    await page.getByRole('row', { name: /spring For the Kano team.*Cancelled/ }).waitFor(SLOW);
    await page.getByLabel('Owner').selectOption('Mine');
    await page.getByText('No campaign was found').waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
}, 600_000);

it('what changes elsewhere is shown without a reload, and a viewer changes nothing', async (context) => {
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  const organisation = await organisationOf(api, client.accountId);
  const id = await runningCampaign(client.key, 'watched');
  const { page, errors, close } = await openConsole(context, api, organisation, 'viewer');
  const reads: string[] = [];
  page.on('request', (request) => reads.push(new URL(request.url()).pathname));
  try {
    // As mails of earlier versions link to it.
    await page.goto(`${api.baseUrl}/campaigns/#${id}`);
    await page.getByText('0% done').waitFor(SLOW);
    expect(await page.getByRole('button', { name: /^(Pause|Cancel campaign|Archive|Save)/ }).count()).toBe(0);
    await page.getByText('To download the rows, you need the right').waitFor(SLOW);
    // The rows are there, with masked numbers.
    await page.getByRole('table', { name: 'Rows', exact: true }).getByRole('row').nth(3).waitFor(SLOW);
    expect(await page.evaluate('document.body.innerText')).not.toContain('2348031234561');

    await call(api, `/v1/batches/${id}/cancel`, { method: 'POST', key: client.key });
    await titled(page, 'Cancelled');
    expect(reads).toContain(`/v1/batches/${id}/progress`);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
}, 600_000);

it('without a stream, the screen polls', async (context) => {
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  const organisation = await organisationOf(api, client.accountId);
  const id = await runningCampaign(client.key, 'polled');
  const { page, close } = await openConsole(context, api, organisation, 'viewer');
  try {
    await page.route('**/progress*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`${api.baseUrl}/campaigns/${id}`);
    await page.getByText('0% done').waitFor(SLOW);
    await call(api, `/v1/batches/${id}/pause`, { method: 'POST', key: client.key });
    await titled(page, '! Paused');
  } finally {
    await close();
  }
}, 600_000);

it('the list says which campaign waits for an approval', async (context) => {
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  const organisation = await organisationOf(api, client.accountId);
  const { key } = client;
  const id = await runningCampaign(key, 'asked', 'manual');
  await runningCampaign(key, 'unasked', 'manual');
  const { file_sha256, revision, cost } = JSON.parse((await call(api, `/v1/batches/${id}`, { key })).text);
  const body = { approved_cost: cost, file_sha256, revision };
  const asked = await call(api, `/v1/batches/${id}/request-start`, { method: 'POST', key, body });
  expect([asked.status < 300, asked.text]).toEqual([true, expect.anything()]);
  const { page, close } = await openConsole(context, api, organisation, 'approver');
  try {
    await page.goto(`${api.baseUrl}/campaigns`);
    await page.getByRole('row', { name: /^asked.*Waits for approval/ }).waitFor(SLOW);
    await page.getByRole('row', { name: /^unasked.*Ready to start/ }).waitFor(SLOW);
  } finally {
    await close();
  }
}, 600_000);
