import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAttempt, listEvents } from '../support/api/events.ts';
import { type ApiFixture, settle, startApi } from '../support/api/fixture.ts';
import { bought, order } from '../support/api/http.ts';
import { faultsEverywhere, openConsole, SLOW } from '../support/console/open.ts';
import { organisationOf } from '../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const DAY_MS = 86_400_000;

it('a support agent sees the webhooks of a purchase with their attempts, and sends one again', async (context) => {
  const { id } = await bought(api, order());
  await settle(api, id, { kind: 'refused', code: 'number_barred' });
  const other = await bought(api, order());
  await settle(api, other.id, { kind: 'refused', code: 'number_barred' });
  const [event] = (await listEvents(api, `purchase_id=${id}`)).data;
  for (const attempt of [1, 2]) await addAttempt(api, event?.id ?? '', attempt, DAY_MS / attempt, null);
  await api.pool.query("UPDATE events SET delivery = 'failed'");
  // No attempt waits: otherwise none would be added.
  await api.pool.query("DELETE FROM outbox WHERE topic = 'deliver_event'");
  await api.pool.query(
    `INSERT INTO webhook_endpoints (account_id, url, sealed_secret)
     VALUES ((SELECT account_id FROM events LIMIT 1), 'https://hooks.example.com/', 'x')`,
  );

  const organisation = await organisationOf(api, api.client.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'support');
  const attempts = page.getByRole('table', { name: 'Attempts to send purchase.failed' });
  try {
    await page.goto(`${api.baseUrl}/purchases/${id}`);
    const row = attempts.getByRole('row').filter({ hasText: 'https://hooks.example.com/' });
    await row.getByText('HTTP 503').waitFor(SLOW);
    expect(await row.innerText()).toMatch(/\b2\b/);
    expect(await page.getByText('purchase.failed', { exact: true }).count()).toBe(1);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Send to all of them' }).click();
    await page.getByText('The event is sent again.').waitFor(SLOW);
    const { rows } = await api.pool.query("SELECT subject FROM audit_log WHERE action = 'event_resend'");
    expect(rows).toEqual([{ subject: event?.id }]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('who may not read events sees no card of webhooks', async (context) => {
  const { id } = await bought(api, order());
  const organisation = await organisationOf(api, api.client.accountId);
  const { page, close } = await openConsole(context, api, organisation, 'viewer');
  try {
    await page.goto(`${api.baseUrl}/purchases/${id}`);
    await page.getByText('What happens next').waitFor(SLOW);
    expect(await page.getByRole('heading', { name: 'Webhooks' }).count()).toBe(0);
  } finally {
    await close();
  }
});
