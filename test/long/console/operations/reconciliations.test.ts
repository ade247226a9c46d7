import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayAdapter } from '../../../../adapters/adapter.ts';
import { createDtOneAdapter } from '../../../../adapters/dtone/adapter.ts';
import { messages as french } from '../../../../console/src/locales/fr.ts';
import { newId } from '../../../../domain/crypto/new-id.ts';
import { toGatewayReference } from '../../../../domain/purchase/gateway-reference.ts';
import { createSettleLane } from '../../../../services/purchases/settle-lane.ts';
import { createReconciler } from '../../../../services/reconciliations/run.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { NETWORK, nextNumber } from '../../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../../support/purchases/gateway.ts';
import { createPurchasePorts } from '../../../support/purchases/ports.ts';

let api: ApiFixture;
let gateway: GatewayFixture;
beforeAll(async () => {
  [api, gateway] = await Promise.all([startApi(), createGatewayFixture(60_000)]);
});
afterAll(async () => {
  await Promise.all([api.close(), gateway.close(), AWAY.close()]);
});

/** A worker that has this gateway; null if the gateways file has none. */
function workerWith(adapter: GatewayAdapter | null) {
  const ledger = createSettleLane({ pool: api.pool, onOutbox() {} });
  const alerts = { raise() {} };
  return createReconciler(createPurchasePorts({ pool: api.pool, ledger, adapterFor: () => adapter, alerts }));
}

function working(): GatewayAdapter {
  const adapter = gateway.ports.adapterFor(NETWORK, true);
  if (adapter === null) throw new Error('no adapter');
  return adapter;
}

/** Nothing listens there. */
const AWAY = createDtOneAdapter({
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'key',
  apiSecret: 'secret',
  timeoutMs: 2_000,
  holdMs: 0,
  callbackUrl: null,
  mode: 'async',
  twoStep: false,
});

it('an operator requests a comparison, and follows it to what it found', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  const row = (name: RegExp) => page.getByRole('row', { name });
  const day = new Date().toISOString().slice(0, 10);
  const stranger = toGatewayReference(newId('pur'));
  const order = { phoneNumber: nextNumber(), productCode: '17', firstSentAt: new Date() };
  const sent = await working().submit({ ...order, gatewayReference: stranger }, { signal: CALL });
  expect(sent.kind).toBe('accepted');
  try {
    await page.goto(`${api.baseUrl}/operations/reconciliations`);
    await page.getByText('No day was compared yet').waitFor(SLOW);
    await page.getByRole('button', { name: 'Compare a day' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Network').selectOption('net_mtn');
    expect(await dialog.getByLabel('Gateway').locator('option').allTextContents()).toEqual(['main']);
    await dialog.getByLabel('Day (UTC)').fill(day);
    const confirm = dialog.getByRole('button', { name: /^Compare .* with MTN$/ });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('ticket 4711');
    expect(await faultsEverywhere(page)).toEqual([]);
    await confirm.click();
    await dialog.waitFor({ ...SLOW, state: 'detached' });
    await row(/MTN main .*Waiting A worker takes it within seconds\..*ticket 4711/).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    expect(await workerWith(working()).run(CALL)).toMatchObject({ outcome: 'done' });
    // Without a reload: the page reads it again.
    const requested = row(/MTN main .*1 differs 0 sent, 1 in their list/);
    await requested.waitFor(SLOW);
    await requested.getByText('Show the difference').click();
    await page.getByText('In their list, but not a purchase of this network:').waitFor(SLOW);
    await page.getByText(stranger).waitFor(SLOW);
    await row(/MTN .*1 differs.*Contradictions.*Staff \S.* ticket 4711/).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('an operator reads why a comparison failed, also in French', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  const request = async (gatewayName: string) => {
    await page.getByRole('button', { name: 'Compare a day' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Network').selectOption('net_glo');
    await dialog.getByLabel('Gateway').selectOption(gatewayName);
    await dialog.getByLabel('Reason').fill('ticket 5');
    await dialog.getByRole('button', { name: /with Glo$/ }).click();
    await dialog.waitFor({ ...SLOW, state: 'detached' });
  };
  const row = (name: RegExp) => page.getByRole('row', { name });
  await api.pool.query(`INSERT INTO network_routes (network_id, route) VALUES ('net_glo', 'second')`);
  try {
    await page.goto(`${api.baseUrl}/operations/reconciliations?network=net_glo`);
    await request('main');
    await row(/Glo main .*Waiting/).waitFor(SLOW);
    await workerWith(AWAY).run(CALL);
    await row(/Glo main .*Failed The list could not be read: /).waitFor(SLOW);
    await request('second');
    await row(/Glo second .*Waiting/).waitFor(SLOW);
    await workerWith(null).run(CALL);
    await row(/Glo second .*Failed There is no such gateway\./).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.goto(`${api.baseUrl}/profile`);
    await page.getByLabel('Language').selectOption('fr');
    await page.getByRole('navigation').getByRole('link', { name: french['nav.reconciliations'] }).click();
    await page.getByRole('button', { name: french['reconciliations.request'] }).waitFor(SLOW);
    await page.getByText(french['reconciliations.noGateway']).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('finance sees what was requested, and cannot request', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  try {
    await page.goto(`${api.baseUrl}/operations/reconciliations`);
    await page.getByRole('heading', { name: 'Requested' }).waitFor(SLOW);
    await page
      .getByRole('row', { name: /MTN .*1 differs/ })
      .first()
      .waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Compare a day' }).count()).toBe(0);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
