import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages as french } from '../../../../console/src/locales/fr.ts';
import type { StaffRecoveredEvents } from '../../../../console/src/operations/types.ts';
import { askParts } from '../../../../console/src/operations/webhooks/parts.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { addUndelivered, HOOKS } from '../../../support/api/undelivered.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const queued = async () =>
  (await api.pool.query(`SELECT FROM outbox WHERE topic = 'deliver_event'`)).rowCount;

it('support comes from the overview to an endpoint that fails, and sends its events again with the keyboard', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'support');
  try {
    await page.goto(`${api.baseUrl}/operations/webhooks`);
    await page.getByText('An endpoint is listed here when').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await addUndelivered(api, 450);
    await page.goto(`${api.baseUrl}/operations`);
    await page.getByRole('region', { name: 'Webhook endpoints that fail' }).first().waitFor(SLOW);
    await page.locator('main').getByRole('link', { name: 'Failing webhooks' }).click();
    await page.getByRole('row', { name: new RegExp(`Test.*${HOOKS} 3 Never`) }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByRole('button', { name: 'Send events again' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send the undelivered events again?' });
    await dialog.getByText('Real money and real networks.').waitFor(SLOW);
    const confirm = dialog.getByRole('button', { name: 'Send all undelivered events again' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('receiver is back');
    expect(await faultsEverywhere(page)).toEqual([]);
    await confirm.focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(`400 events are sent again to ${HOOKS}. At most 400 events can wait for one endpoint.`)
      .waitFor(SLOW);
    expect(await queued()).toBe(400);

    await api.pool.query('DELETE FROM outbox');
    await page.getByRole('button', { name: 'Send events again' }).click();
    await dialog.getByLabel('Reason').fill('the others');
    await confirm.click();
    await page.getByText(`50 events are sent again to ${HOOKS}.`).waitFor(SLOW);
    expect(await queued()).toBe(50);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('finance sees the endpoints without the button, in French too', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  try {
    await page.goto(`${api.baseUrl}/profile`);
    await page.getByLabel('Language').selectOption('fr');
    await page.getByRole('navigation').getByRole('link', { name: french['nav.failingWebhooks'] }).click();
    await page.getByRole('row', { name: new RegExp(HOOKS) }).waitFor(SLOW);
    expect(await page.getByRole('button', { name: french['webhooksFailing.resend'] }).count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

describe('one click', () => {
  const part = (count: number, next: string | null, hasMore: boolean): StaffRecoveredEvents => ({
    account_id: 'acc_1',
    endpoint_id: null,
    queued: count,
    next,
    has_more: hasMore,
  });
  /** Answers with these parts in turn, and notes where each was asked to begin. */
  const answering = (...parts: StaffRecoveredEvents[]) => {
    const asked: (string | undefined)[] = [];
    const ask = async ({ after }: { readonly after?: string }) => {
      asked.push(after);
      return parts[asked.length - 1] ?? part(1, 'evt_z', true);
    };
    return { asked, ask };
  };

  it('asks for part after part until nothing is left', async () => {
    const { ask, asked } = answering(part(200, 'evt_1', true), part(7, 'evt_2', false));
    expect(await askParts(ask, null)).toEqual({ queued: 207, next: 'evt_2', hasMore: false });
    expect(asked).toEqual([undefined, 'evt_1']);
  });

  it('stops when no more may wait, and the next one continues there', async () => {
    const { ask, asked } = answering(part(200, 'evt_1', true), part(0, 'evt_1', true));
    expect(await askParts(ask, 'evt_0')).toEqual({ queued: 200, next: 'evt_1', hasMore: true });
    expect(asked).toEqual(['evt_0', 'evt_1']);
  });

  it('ends by itself, however fast they go', async () => {
    const { ask, asked } = answering();
    expect(await askParts(ask, null)).toEqual({ queued: 10, next: 'evt_z', hasMore: true });
    expect(asked).toHaveLength(10);
  });
});
