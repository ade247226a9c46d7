import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTopUpDetails } from '../../../db/accounts/top-up.ts';
import { recordAlert } from '../../../db/networks/gateway-alerts.ts';
import { type ApiFixture, MTN_BUNDLE, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { contradicted, deliveredLate } from '../../support/console/decisions.ts';
import { DESKTOP, openConsole, openStaffConsole, PHONE, SLOW } from '../../support/console/open.ts';
import { ACTOR, organisationOf } from '../../support/people/fixture.ts';

/** Where the pictures are; nothing else is written there. */
const FOLDER =
  process.env.SCREENSHOTS ?? join(import.meta.dirname, '..', '..', '..', '.bundlewire', 'screenshots');
/** A picture of an empty page has fewer bytes. */
const BYTES_MIN = 8_000;

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function buy(reference: string): Promise<string> {
  const body = { reference, phone_number: '+2348031234567', bundle_id: MTN_BUNDLE };
  return JSON.parse((await call(api, '/v1/purchases', { method: 'POST', body })).text).id;
}

/** A name for its files, its address, and a text that it shows when it is complete. */
type Shown = readonly [name: string, path: string, text: string];

async function takeAll(page: Page, screens: readonly Shown[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, path, text] of screens) {
    await page.goto(`${api.baseUrl}${path}`);
    await page.getByText(text).first().waitFor(SLOW);
    for (const [size, viewport] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const file = join(FOLDER, `${name}-${size}-${colorScheme}.png`);
        await page.screenshot({ path: file });
        expect([file, statSync(file).size > BYTES_MIN]).toEqual([file, true]);
      }
  }
}

it('each main screen has a picture on a desktop and a phone, light and dark', async (context) => {
  const details = {
    bank: 'First Bank',
    holder: 'Bundlewire Ltd',
    number: '2034567890',
    reference: 'ACME-LIVE',
    instructions: null,
  };
  await setTopUpDetails(api.pool, api.client.accountId, details, ACTOR);
  const purchase = await buy('order-1001');
  await buy('order-1002');
  const organisation = await organisationOf(api, api.client.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  const today = new Date().toISOString().slice(0, 10);
  const screens = [
    ['home', '/', 'Balance'],
    ['approvals', '/approvals', 'No campaign waits'],
    ['purchases', '/purchases', 'order-1002'],
    ['purchase', `/purchases/${purchase}`, 'What happens next'],
    ['statement', `/statements?day=${today}`, 'Balance over time'],
    ['campaign-money', '/statements/campaigns', 'No campaign yet'],
    ['cost-centres', '/statements/cost-centres', 'Nothing was charged or refunded'],
    ['top-up', '/statements/top-up', 'ACME-LIVE'],
    ['profile', '/profile', 'Passkeys'],
  ] as const;
  try {
    await takeAll(page, screens);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('each main screen of the staff has the same pictures', async (context) => {
  await deliveredLate(api, 'late-1');
  await contradicted(api, 'odd-1');
  const alert = { networkId: 'net_mtn', livemode: true, route: 'main', kind: 'supplier_account' } as const;
  await recordAlert(api.pool, { ...alert, detail: '1006 No balance' }, 3);
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  const account = `/operations/accounts/${api.client.accountId}`;
  try {
    await takeAll(page, [
      ['staff-overview', '/operations', 'needs you now'],
      ['staff-alerts', '/operations/alerts', 'Act now'],
      ['staff-late', '/operations/late', 'Who pays'],
      ['staff-contradictions', '/operations/contradictions', 'Ask it which is true'],
      ['staff-account', account, 'Book a payment'],
      ['staff-prices', `${account}/prices`, 'Stop selling'],
      ['staff-network', '/operations/networks/net_mtn', 'In progress'],
      ['staff-audit', '/operations/audit', 'staff_invite'],
    ]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
