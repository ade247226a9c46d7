import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTopUpDetails } from '../../../db/accounts/top-up.ts';
import { recordAlert } from '../../../db/networks/gateway-alerts.ts';
import { assignAccount, listOrganisations } from '../../../db/people/organisations.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { ownThings } from '../../support/api/owned.ts';
import { campaignStates } from '../../support/console/campaign-states.ts';
import { contradicted, deliveredLate, stuckPurchase } from '../../support/console/decisions.ts';
import {
  faultsOf,
  LOOKS,
  lookName,
  openBrowser,
  openConsole,
  openStaffConsole,
  PHONE,
  SLOW,
} from '../../support/console/open.ts';
import {
  addressOf,
  CLIENT_SCREENS,
  type Ids,
  OPEN_SCREENS,
  type Shown,
  STAFF_SCREENS,
} from '../../support/console/screens.ts';
import { ACTOR } from '../../support/people/fixture.ts';

/** Where the pictures are; nothing else is written there. */
const FOLDER =
  process.env.SCREENSHOTS ?? join(import.meta.dirname, '..', '..', '..', '.bundlewire', 'screenshots');
/** A picture of an empty page has fewer bytes. */
const BYTES_MIN = 8_000;

let api: ApiFixture;
let ids: Ids;
let states: Readonly<Record<string, string>>;
let organisation: OrganisationId;
beforeAll(async () => {
  api = await startApi();
  const owned = await ownThings(api);
  ids = {
    purchaseId: owned.purchase_id,
    batchId: owned.batch_id,
    keyId: owned.key_id,
    endpointId: owned.endpoint_id,
    eventId: owned.event_id,
    requestId: owned.request_id,
    personId: owned.person_id,
    roleId: owned.role_id,
    accountId: api.client.accountId,
    networkId: 'net_mtn',
  };
  organisation = await organisationOfOwner();
  states = await campaignStates(api);
  mkdirSync(FOLDER, { recursive: true });
});
afterAll(() => api.close());

/** Takes the pictures of screens, and has axe look at each. Returns all faults, so that one run names them all. */
async function takeAll(page: Page, screens: readonly Shown[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [name, route, text] of screens) {
    await page.goto(`${api.baseUrl}${addressOf(route, ids)}`);
    const shown = page.getByText(text).first();
    if (
      !(await shown.waitFor(SLOW).then(
        () => true,
        () => false,
      ))
    ) {
      faults.push(`${name} does not show "${text}"`);
      continue;
    }
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    for (const look of LOOKS) {
      const { size, colorScheme } = look;
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const file = join(
        FOLDER,
        `${name}-${size.width === PHONE.width ? 'phone' : 'desktop'}-${colorScheme}.png`,
      );
      await page.screenshot({ path: file });
      if (statSync(file).size < BYTES_MIN) faults.push(`${file} is empty`);
      faults.push(...(await faultsOf(page)).map((fault) => `${name}, ${lookName(look)}: ${fault}`));
    }
  }
  return faults;
}

async function organisationOfOwner(): Promise<OrganisationId> {
  const [found] = (await listOrganisations(api.pool, null)).filter(({ accountIds }) =>
    accountIds.includes(api.client.accountId),
  );
  if (found === undefined) throw new Error('the account has an organisation');
  return found.id;
}

it('each screen of a client has a picture and no violation, on a desktop and a phone, light and dark', async (context) => {
  const details = {
    bank: 'First Bank',
    holder: 'Bundlewire Ltd',
    number: '2034567890',
    reference: 'ACME-LIVE',
    instructions: null,
  };
  await setTopUpDetails(api.pool, api.client.accountId, details, ACTOR);
  const stranger = await openBrowser(context, api);
  try {
    expect(await takeAll(stranger.page, OPEN_SCREENS)).toEqual([]);
  } finally {
    await stranger.close();
  }
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    expect(await takeAll(page, CLIENT_SCREENS)).toEqual([]);
    const test = await addClient(api.pool, { livemode: false });
    await assignAccount(api.pool, organisation, test.accountId, ACTOR);
    const sandbox = `/developers/sandbox?account=${test.accountId}`;
    expect(await takeAll(page, [['sandbox-test', sandbox, 'Nothing here costs money']])).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('a campaign has the same in each of its states', async (context) => {
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    const screens = Object.entries(states).map(
      ([state, id]) => [`campaign-${state}`, `/campaigns/${id}`, state] as const,
    );
    expect(await takeAll(page, screens)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('each staff screen has the same', async (context) => {
  await deliveredLate(api, 'late-1');
  await contradicted(api, 'odd-1');
  await stuckPurchase(api, 'stuck-1');
  const alert = { networkId: 'net_mtn', livemode: true, route: 'main', kind: 'supplier_account' } as const;
  await recordAlert(api.pool, { ...alert, detail: '1006 No balance' }, 3);
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  try {
    expect(await takeAll(page, STAFF_SCREENS)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
