import { afterAll, beforeAll, expect, it } from 'vitest';
import { localDay, toLocalInput } from '../../../../console/src/app/local-time.ts';
import { type BatchId, uuidOf } from '../../../../domain/ids.ts';
import { type ApiFixture, addClient, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { asBatchId } from '../../../support/batches/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const DAY_MS = 24 * 3_600_000;

async function send(key: string, path: string, body: object): Promise<{ id: string }> {
  const answer = await call(api, path, { method: 'POST', key, body });
  expect([answer.status, answer.text]).toEqual([
    expect.toSatisfy((status) => status < 300),
    expect.anything(),
  ]);
  return JSON.parse(answer.text);
}

async function upload(key: string, reference: string): Promise<BatchId> {
  const uploaded = await call(api, `/v1/batches?reference=${reference}&start=manual`, {
    method: 'POST',
    key,
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031234567,${MTN_BUNDLE}\n`,
  });
  return asBatchId(JSON.parse(uploaded.text).id);
}

it('the calendar and the list show what starts and runs, and its start is moved, made now and removed', async (context) => {
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  const { key } = client;
  const organisation = await organisationOf(api, client.accountId);
  const [sale, rest] = [await upload(key, 'sale'), await upload(key, 'rest')];
  const first = new Date(Date.now() + DAY_MS);
  const plan = { start_at: first.toISOString(), send_between: '08:00-20:00' };
  await send(key, `/v1/batches/${sale}/schedule`, plan);
  await send(key, `/v1/batches/${rest}/schedule`, { start_at: first.toISOString() });
  await send(key, '/v1/recurring-batches', {
    reference: 'weekly-bonus',
    batch_id: sale,
    time_zone: 'Africa/Lagos',
    at: '08:00',
    weekdays: [1, 4],
    approved_cost: { amount: 5 * PRICE, currency: 'NGN' },
  });
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    await page.goto(`${api.baseUrl}/campaigns/schedules?month=${localDay(first).slice(0, 7)}`);
    const calendar = page.locator('.calendar');
    await calendar.getByRole('link', { name: /Start: .*sale/ }).waitFor(SLOW);
    await page.getByText('On Monday and Thursday at 08:00 (Africa/Lagos).').waitFor(SLOW);
    await page.getByText('₦50.00').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('link', { name: 'Next month' }).click();
    await calendar
      .getByRole('link', { name: /Run of a recurring campaign: .*weekly-bonus/ })
      .first()
      .waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.goBack();

    // Its start is moved by two days.
    const entry = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Start now' }) });
    const later = new Date(Math.floor((Date.now() + 3 * DAY_MS) / 60_000) * 60_000).toISOString();
    await entry.filter({ hasText: 'sale' }).getByRole('button', { name: 'Change the start' }).click();
    await page.getByLabel('New start').fill(toLocalInput(later));
    expect(await faultsEverywhere(page)).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Start .*, up to ₦10\.00$/ })
      .click();
    await page.getByRole('dialog').waitFor({ ...SLOW, state: 'detached' });
    await expect.poll(() => startOf(sale), { timeout: 60_000 }).toBe(later);

    await entry.filter({ hasText: 'rest' }).getByRole('button', { name: 'Remove the start' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the start' }).click();
    await expect.poll(() => startOf(rest), { timeout: 60_000 }).toBeNull();

    await entry.getByRole('link', { name: 'sale' }).click();
    await page.getByText('It has not started yet.', { exact: false }).waitFor(SLOW);
    const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=..');
    expect(await fact('Start time').locator('time').getAttribute('datetime')).toBe(later);
    expect(await fact('Hours in which it buys').innerText()).toContain('08:00–20:00');
    expect(await page.getByText('% done').count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start now' }).click();
    await page.getByRole('button', { name: 'Start now and spend up to ₦10.00' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor(SLOW);
    expect(await fact('Hours in which it buys').innerText()).toContain('08:00–20:00');
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
}, 600_000);

it('a recurring campaign is paused, resumed and ended, and an empty calendar says what to do', async (context) => {
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  const organisation = await organisationOf(api, client.accountId);
  const source = await upload(client.key, 'daily-source');
  const { id } = await send(client.key, '/v1/recurring-batches', {
    reference: 'daily',
    batch_id: source,
    time_zone: 'Africa/Lagos',
    at: '08:00',
    approved_cost: { amount: PRICE, currency: 'NGN' },
  });
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    await page.goto(`${api.baseUrl}/campaigns/schedules`);
    await page.getByText('Every day at 08:00 (Africa/Lagos).').waitFor(SLOW);
    await page.getByRole('button', { name: 'Pause the runs' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause the runs' }).click();
    await page.getByText('No run is planned.').waitFor(SLOW);
    await page.getByRole('button', { name: 'Resume the runs' }).click();
    await page.getByRole('button', { name: 'Resume: up to ₦10.00 for each run' }).click();
    await page.getByText('No run is planned.').waitFor({ ...SLOW, state: 'detached' });
    await page.getByRole('button', { name: 'End permanently' }).click();
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'End permanently' }).click();
    await page.getByText('Nothing is scheduled').waitFor(SLOW);
    const { text } = await call(api, `/v1/recurring-batches/${id}`, { key: client.key });
    expect(JSON.parse(text).status).toBe('deleted');
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
}, 600_000);

async function startOf(id: BatchId): Promise<string | null> {
  const { rows } = await api.pool.query<{ at: Date | null }>(
    'SELECT not_before AS at FROM batches WHERE id = $1',
    [uuidOf('bat', id)],
  );
  return rows[0]?.at?.toISOString() ?? null;
}
