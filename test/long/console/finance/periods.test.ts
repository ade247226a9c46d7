import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { utcDay } from '../../../../console/src/finance/day.ts';
import { pinOf, readFinanceSearch } from '../../../../console/src/finance/period.ts';
import { setTopUpDetails } from '../../../../db/accounts/top-up.ts';
import type { AccountId } from '../../../../domain/ids.ts';
import { isUtcDay, type UtcDay } from '../../../../domain/money/statement.ts';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { fund, openAccount } from '../../../support/invariants/history.ts';
import { sealDay } from '../../../support/invariants/sealing.ts';
import { ACTOR, organisationOf } from '../../../support/people/fixture.ts';
import { sheetRows } from '../../../support/sheets/cells.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

function dayBefore(days: number): UtcDay {
  const day = utcDay(-days);
  if (!isUtcDay(day)) throw new Error(`${day} is no day`);
  return day;
}
const noonOf = (day: UtcDay) => new Date(`${day}T12:00:00.000Z`);

/** An account with three closed days: funds of ₦1,000.00, nothing, and ₦500.00. */
async function accountWithDays(): Promise<AccountId> {
  const days = [3, 2, 1].map(dayBefore);
  const [first = dayBefore(3), , last = dayBefore(1)] = days;
  const account = await openAccount(api.pool, noonOf(first));
  await fund(api.pool, account, 100_000, noonOf(first));
  await fund(api.pool, account, 50_000, noonOf(last));
  for (const day of days) await sealDay(api.pool, account, day);
  return account;
}

it('finance adds up a range, opens a day of it, filters its lines, and sees the balance over time', async (context) => {
  const organisation = await organisationOf(api, await accountWithDays());
  const { page, errors, foreign, close } = await openConsole(context, api, organisation, 'finance');
  const [from, to] = [dayBefore(3), dayBefore(1)];
  try {
    await page.goto(`${api.baseUrl}/statements?from=${from}&to=${to}`);
    await page.getByRole('row', { name: '+ Funding 2 ₦1,500.00' }).waitFor(SLOW);
    await page.getByRole('row', { name: '= Closing balance ₦1,500.00' }).waitFor(SLOW);
    await page.getByText('It adds up').waitFor(SLOW);
    const chart = page.getByRole('img', { name: /^Balance at the end of each day/ });
    await chart.locator('canvas').waitFor(SLOW);
    await page.getByText('Show as a table').click();
    await page.getByRole('region', { name: 'Balance over time' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    const saving = page.waitForEvent('download', SLOW);
    await page.getByRole('button', { name: 'Download days as CSV' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    expect(file.startsWith('\uFEFFdate,')).toBe(true);
    expect(file.split('\n').slice(1, 4)).toEqual([
      `${from},NGN,0.00,0.00,0.00,1000.00,0.00,1000.00,0`,
      `${dayBefore(2)},NGN,1000.00,0.00,0.00,0.00,0.00,1000.00,0`,
      `${to},NGN,1000.00,0.00,0.00,500.00,0.00,1500.00,0`,
    ]);

    const savingLines = page.waitForEvent('download', SLOW);
    await page.getByRole('button', { name: 'Download all lines as Excel' }).click();
    const workbook = await savingLines;
    expect(workbook.suggestedFilename()).toBe(`statement-${from}-to-${to}.xlsx`);
    const rows = await sheetRows(await readFile(await workbook.path()));
    expect(rows.map(({ amount_major: amount }) => amount)).toEqual([
      { number: '1000.00' },
      { number: '500.00' },
    ]);

    await page.getByRole('region', { name: 'Each day' }).getByRole('link').last().click();
    await page.getByRole('row', { name: '+ Funding 1 ₦500.00' }).waitFor(SLOW);
    await page.getByLabel('Type').selectOption('purchase');
    await page.getByText('No line matches').waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('type')).toBe('purchase');
    await page.getByLabel('Type').selectOption('funding');
    await page.getByRole('row', { name: /Funding ₦500.00 ₦1,500.00$/ }).waitFor(SLOW);
    await page.getByLabel('Reference or phone number').fill('order-1');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No line matches').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: 'Month' }).click();
    await page.getByText('It adds up').waitFor(SLOW);
    expect([errors, foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
});

it('the lines of a range are listed page by page, and each page has an address', async (context) => {
  const organisation = await organisationOf(api, await accountWithDays());
  const { page, errors, close } = await openConsole(context, api, organisation, 'finance');
  const [from, to] = [dayBefore(3), dayBefore(1)];
  const address = () => {
    const { account: _account, ...rest } = Object.fromEntries(new URL(page.url()).searchParams);
    return rest;
  };
  const first = page.getByRole('row', { name: /Funding ₦1,000.00 ₦1,000.00$/ });
  const second = page.getByRole('row', { name: /Funding ₦500.00 ₦1,500.00$/ });
  // A page of one line. What the API answers is as it is.
  await page.route(/\/lines\?/, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
  try {
    await page.goto(`${api.baseUrl}/statements?from=${from}&to=${to}`);
    await first.waitFor(SLOW);
    expect(await second.count()).toBe(0);
    await page.getByRole('link', { name: 'Next page' }).click();
    await second.waitFor(SLOW);
    expect(await first.count()).toBe(0);
    expect(address()).toEqual({ from, to, cursor: expect.any(String) });
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.reload();
    await second.waitFor(SLOW);
    await page.goBack();
    await first.waitFor(SLOW);
    await page.goForward();
    await second.waitFor(SLOW);
    // A cursor belongs to its filters.
    await page.getByLabel('Type').selectOption('funding');
    await first.waitFor(SLOW);
    expect(address()).toEqual({ from, to, type: 'funding' });
    await page.getByLabel('Type').selectOption('purchase');
    await page.getByText('No line matches').waitFor(SLOW);

    await page.goto(`${api.baseUrl}/statements?from=${dayBefore(100)}&to=${to}`);
    await first.waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('the pages of a range that is not over have the days of its first page, also after another day has closed', async (context) => {
  const [first, second, third] = [dayBefore(3), dayBefore(2), dayBefore(1)];
  const account = await openAccount(api.pool, noonOf(first));
  for (const day of [first, second, third]) await fund(api.pool, account, 100_000, noonOf(day));
  for (const day of [first, second]) await sealDay(api.pool, account, day);
  const organisation = await organisationOf(api, account);
  const { page, errors, close } = await openConsole(context, api, organisation, 'finance');
  const line = (balance: string) =>
    page.getByRole('row', { name: new RegExp(`Funding ₦1,000.00 ${balance}$`) });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/lines\?/, async (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.has('cursor')) await released;
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
  try {
    await page.goto(`${api.baseUrl}/statements?from=${first}&to=${utcDay()}`);
    await line('₦1,000.00').waitFor(SLOW);
    await page.getByRole('link', { name: 'Next page' }).click();
    // Until the page is read, the next one is not known.
    await page.locator('a[aria-disabled="true"]', { hasText: 'Next page' }).waitFor(SLOW);
    release();
    await line('₦2,000.00').waitFor(SLOW);
    const { searchParams } = new URL(page.url());
    const named = ['from', 'to', 'last'].map((name) => searchParams.get(name));
    expect(named).toEqual([first, utcDay(), second]);
    await sealDay(api.pool, account, third);
    await page.reload();
    await line('₦2,000.00').waitFor(SLOW);
    expect(await page.getByRole('link', { name: 'Next page' }).count()).toBe(0);
    // The first page is that of all days that are closed by now.
    await page.getByRole('link', { name: 'First page' }).click();
    await line('₦1,000.00').waitFor(SLOW);
    await page.getByRole('row', { name: '= Closing balance ₦3,000.00' }).waitFor(SLOW);
    const { account: _account, ...whole } = Object.fromEntries(new URL(page.url()).searchParams);
    expect(whole).toEqual({ from: first, to: utcDay() });
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('the pages of a month that is not over name its last closed day, which counts only beside a cursor', () => {
  const month = { kind: 'month', month: '2026-11', from: '2026-11-01', to: '2026-11-30' } as const;
  expect(pinOf(month, '2026-11-30')).toEqual({});
  expect(pinOf(month, '2026-11-12')).toEqual({ last: '2026-11-12' });
  const address = { month: '2026-11', last: '2026-11-12' };
  expect(readFinanceSearch(address)).toEqual({ month: '2026-11' });
  expect(readFinanceSearch({ ...address, cursor: 'c' })).toEqual(address);
});

it('an owner reads where to pay money in, and sets the alert for a low balance', async (context) => {
  const { accountId } = await addClient(api.pool);
  const details = {
    bank: 'First Bank',
    holder: 'Bundlewire Ltd',
    number: '2034567890',
    reference: 'ACME-LIVE',
    instructions: null,
  };
  await setTopUpDetails(api.pool, accountId, details, ACTOR);
  const organisation = await organisationOf(api, accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    await page.goto(`${api.baseUrl}/statements/top-up`);
    for (const text of ['2034567890', 'ACME-LIVE', 'First Bank']) await page.getByText(text).waitFor(SLOW);
    await page.getByText('No one gets an e-mail').waitFor(SLOW);
    await page.getByLabel('Alert below (NGN)').fill('fifty');
    await page.getByLabel('E-mail address for the alert').fill('finance@client.example');
    const save = page.getByRole('button', { name: 'Save the alert' });
    await save.click();
    await page.getByText('Enter an amount above zero').waitFor(SLOW);
    await page.getByLabel('Alert below (NGN)').fill('50,000.00');
    await save.click();
    await page.getByText('less than ₦50,000.00 is available').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'End the alerts' }).click();
    await page.getByText('No one gets an e-mail').waitFor(SLOW);
    await page.getByRole('link', { name: 'By campaign' }).click();
    await page.getByText('No campaign yet').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('an owner reads what to do while no bank details are set', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    await page.goto(`${api.baseUrl}/statements/top-up`);
    await page.getByText('none are set for this account yet').waitFor(SLOW);
    await page.getByText('Ask your technical contact to set them.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
