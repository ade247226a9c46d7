import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isRequestId,
  laidOut,
  outcomeOf,
  readRequestSearch,
  requestQuery,
} from '../../../../console/src/developers/requests/search.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { call, errorOf } from '../../../support/api/http.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

/** Its requests are logged. */
let api: ApiFixture;
/** Its requests are not, so the list stays empty. */
let silent: ApiFixture;
beforeAll(async () => {
  api = await startApi({ logsRequests: true });
  silent = await startApi();
});
afterAll(async () => {
  await api.close();
  await silent.close();
});

/** Waits until a request is in the log. */
async function isLogged(id: string): Promise<void> {
  const find = () =>
    api.pool.query('SELECT 1 FROM request_log WHERE id = $1', [uuidOf('req', `req_${id.slice(4)}`)]);
  await expect.poll(async () => (await find()).rowCount, { timeout: 60_000 }).toBe(1);
}

it('a developer finds what a program sent, and reads its body and answer', async (context) => {
  const client = await addClient(api.pool);
  const body = { reference: 'order-71', phone_number: '+2348031234567', bundle_id: 'bnd_unknown' };
  const refused = await call(api, '/v1/purchases', { method: 'POST', key: client.key, body });
  const { request_id: id } = errorOf(refused);
  await isLogged(id);
  const organisation = await organisationOf(api, client.accountId);
  const { page, errors, foreign, close } = await openConsole(context, api, organisation, 'developer');
  const find = () => page.getByRole('button', { name: 'Find', exact: true }).click();
  const link = page.getByRole('link', { name: 'POST /v1/purchases', exact: true });
  try {
    await page.goto(`${api.baseUrl}/developers`);
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor(SLOW);
    await page.getByLabel('Method').selectOption('POST');
    await page.getByLabel('Path').fill('/v1/purchases');
    await page.getByRole('textbox', { name: /^Status/ }).fill('4XX');
    await page.getByLabel('Answered from').fill('2026-01-01T08:30');
    await find();
    await page.waitForURL(/status=4XX/, SLOW);
    await link.waitFor(SLOW);
    // Everything else that was sent is a GET of the console.
    await expect.poll(() => page.getByRole('row').count(), { timeout: 60_000 }).toBe(2);
    await page
      .getByRole('row', { name: new RegExp(`POST /v1/purchases .*${refused.status} Refused`) })
      .waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.reload();
    await link.waitFor(SLOW);
    expect(await page.getByLabel('Method').inputValue()).toBe('POST');
    expect(await page.getByLabel('Answered from').inputValue()).toBe('2026-01-01T08:30');

    await link.click();
    await page.getByRole('heading', { name: 'POST /v1/purchases', level: 2 }).waitFor(SLOW);
    await page.getByRole('region', { name: 'Body' }).getByText('"reference": "order-71"').waitFor(SLOW);
    await page.getByRole('region', { name: 'Answer' }).getByText(`"request_id": "${id}"`).waitFor(SLOW);
    // Developers see numbers masked.
    expect(await page.getByText('8031234567').count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.goBack();
    await link.waitFor(SLOW);
    await page.getByRole('textbox', { name: /^Status/ }).fill('599');
    await find();
    await page.getByText('No request matches').waitFor(SLOW);
    await page.getByRole('link', { name: 'Show all requests' }).click();
    await page.getByRole('textbox', { name: /^Request id/ }).fill(id);
    await find();
    await page.waitForURL(new RegExp(`request_id=${id}`), SLOW);
    await expect.poll(() => page.getByRole('row').count(), { timeout: 60_000 }).toBe(2);
    await link.waitFor(SLOW);
    expect([errors, foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
});

it('an error leads to its request, and the palette finds it by its id', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, close } = await openConsole(context, api, organisation, 'developer');
  const heading = page.getByRole('heading', { name: /^GET \/v1\/webhook-endpoints\/whe_/, level: 2 });
  try {
    await page.goto(`${api.baseUrl}/developers/webhooks/whe_00000000000000000000000000`);
    const link = page.getByRole('alert').getByRole('link', { name: /^req_/ });
    await link.waitFor(SLOW);
    const id = (await link.textContent()) ?? '';
    await isLogged(id);
    expect(await faultsEverywhere(page)).toEqual([]);
    await link.click();
    await heading.waitFor(SLOW);
    expect(new URL(page.url()).pathname).toBe(`/developers/requests/${id}`);

    await page.goto(`${api.baseUrl}/developers/keys`);
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor(SLOW);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search or go to' }).waitFor(SLOW);
    await page.keyboard.type(id);
    const item = page.getByRole('menuitem', { name: `Open the request ${id}` });
    await item.waitFor(SLOW);
    while ((await item.getAttribute('data-focused')) === null) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading.waitFor(SLOW);
  } finally {
    await close();
  }
});

it('a person without the right sees the id of a request, and nothing that leads to the log', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, close } = await openConsole(context, api, organisation, 'support');
  try {
    await page.goto(`${api.baseUrl}/purchases/pur_00000000000000000000000000`);
    await page.getByRole('alert').getByText(/^req_/).waitFor(SLOW);
    expect(await page.getByRole('alert').getByRole('link').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Developers' }).count()).toBe(0);
  } finally {
    await close();
  }
});

it('an empty log and a request that it does not have say why, and what to do', async (context) => {
  const { accountId } = await addClient(silent.pool);
  const organisation = await organisationOf(silent, accountId);
  const { page, close } = await openConsole(context, silent, organisation, 'developer');
  try {
    await page.goto(`${silent.baseUrl}/developers/requests`);
    await page.getByText('No request yet').waitFor(SLOW);
    await page.getByText(`curl ${silent.baseUrl}/v1/balance`).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.goto(`${silent.baseUrl}/developers/requests/req_00000000000000000000000000`);
    await page.getByText('The log does not have req_00000000000000000000000000').waitFor(SLOW);
    await page.getByRole('button', { name: 'Look again' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
  } finally {
    await close();
  }
});

describe('an address of the list', () => {
  it('may have a status that is a number, and fields that are not known', () => {
    expect(readRequestSearch({ status: 404, method: 'GET', account: 'acc_1', path: '' })).toEqual({
      status: '404',
      method: 'GET',
    });
  });

  it('becomes a request to the API', () => {
    const from = '2026-11-01T08:00:00.000Z';
    expect(requestQuery({ status: '4XX', from, principal: 'key_1' })).toEqual({
      status: '4xx',
      created_from: from,
      created_to: undefined,
      principal: 'key_1',
    });
  });
});

it.each([
  [200, 'done'],
  [304, 'done'],
  [400, 'refused'],
  [499, 'refused'],
  [500, 'failed'],
])('the status %i means that a request is %s', (status, word) => {
  expect(outcomeOf(status)).toBe(word);
});

it.each([
  ['req_01kf0x9b4efb7r9m2ptq4n6wze', true],
  ['req_01kf0x9b4efb7r9m2ptq4n6wz', false],
  ['pur_01kf0x9b4efb7r9m2ptq4n6wze', false],
])('%s is the id of a request: %s', (text, isId) => {
  expect(isRequestId(text)).toBe(isId);
});

it('lays JSON out in lines, and leaves a text that was cut off as it is', () => {
  expect(laidOut('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(laidOut('{"a":[1')).toBe('{"a":[1');
});
