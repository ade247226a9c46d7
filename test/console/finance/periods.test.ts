import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAmount, writeAmount } from '../../../console/src/finance/amount.ts';
import { addUp, daysThatDiffer } from '../../../console/src/finance/books.ts';
import { daysOfMonth, neighbour, utcDay } from '../../../console/src/finance/day.ts';
import { periodOf, readFinanceSearch } from '../../../console/src/finance/period.ts';
import { setTopUpDetails } from '../../../db/accounts/top-up.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { isUtcDay, type UtcDay } from '../../../domain/money/statement.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../support/console/open.ts';
import { fund, openAccount } from '../../support/invariants/history.ts';
import { sealDay } from '../../support/invariants/sealing.ts';
import { ACTOR, organisationOf } from '../../support/people/fixture.ts';
import { sheetRows } from '../../support/sheets/cells.ts';

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
    await page.getByText('No line of this day matches').waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('type')).toBe('purchase');
    await page.getByLabel('Type').selectOption('funding');
    await page.getByRole('row', { name: /Funding ₦500.00 ₦1,500.00$/ }).waitFor(SLOW);
    await page.getByLabel('Reference or phone number').fill('order-1');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No line of this day matches').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: 'Month' }).click();
    await page.getByText('It adds up').waitFor(SLOW);
    expect([errors, foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
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
    await page.getByText('Write an amount above zero').waitFor(SLOW);
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
    await page.getByText('Ask your contact at your provider to set them.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

describe('a period', () => {
  it.each([
    [
      { day: '2026-11-20', month: '2026-10' },
      { kind: 'day', day: '2026-11-20' },
    ],
    [{ month: '2024-02' }, { kind: 'month', month: '2024-02', from: '2024-02-01', to: '2024-02-29' }],
    [
      { from: '2026-11-20', to: '2026-11-02' },
      { kind: 'range', from: '2026-11-02', to: '2026-11-20' },
    ],
    [
      { from: '2020-01-01', to: '2026-11-20' },
      { kind: 'range', from: neighbour('2026-11-20', -399), to: '2026-11-20' },
    ],
    [
      { day: '2026-02-32', from: '2026-11-01' },
      { kind: 'day', day: '2026-11-23' },
    ],
  ])('of the address %j is %j', (search, period) => {
    expect(periodOf(readFinanceSearch(search), '2026-11-23')).toEqual(period);
  });

  it.each([
    ['2026-01', '2026-01-31'],
    ['2026-12', '2026-12-31'],
    ['2026-04', '2026-04-30'],
  ])('of the month %s ends on %s', (month, to) => {
    expect(daysOfMonth(month).to).toBe(to);
  });
});

describe('closed days', () => {
  const none = { count: 0, amount: 0 };
  const closed = (date: string, opening: number, funding: number, closing: number) => ({
    object: 'statement' as const,
    date,
    status: 'closed' as const,
    currency: 'NGN',
    opening_balance: opening,
    closing_balance: closing,
    totals: {
      purchases_successful: none,
      purchases_failed: none,
      reversals: none,
      funding: { count: 1, amount: funding },
      adjustments: none,
    },
  });
  const first = closed('2026-11-01', 0, 100, 100);

  it('add up to one equation', () => {
    expect(addUp([first, closed('2026-11-02', 100, 20, 120)])).toMatchObject({
      opening: 0,
      closing: 120,
      totals: { funding: { count: 2, amount: 120 } },
    });
    expect(addUp([])).toBeNull();
  });

  it.each([
    ['does not add up', closed('2026-11-02', 100, 20, 121)],
    ['does not begin where the day before ended', closed('2026-11-02', 101, 20, 121)],
    ['does not follow the day before', closed('2026-11-03', 100, 20, 120)],
  ])('differ where a day %s', (_why, second) => {
    expect(daysThatDiffer([first, second])).toEqual([second.date]);
  });
});

describe('an amount', () => {
  it.each([
    ['50000', 'NGN', 5_000_000],
    ['50,000.00', 'NGN', 5_000_000],
    ['50 000,00', 'NGN', 5_000_000],
    ['50.000,00', 'NGN', 5_000_000],
    ['50.000', 'NGN', 5_000_000],
    ['0.5', 'NGN', null],
    ['-5', 'NGN', null],
    ['fifty', 'NGN', null],
    ['', 'NGN', null],
    ['50,000', 'JPY', 50_000],
    ['12.345', 'KWD', 12_345],
  ])('typed as "%s" in %s is %s', (text, currency, minor) => {
    expect(readAmount(text, currency)).toBe(minor);
    if (minor !== null) expect(readAmount(writeAmount(minor, currency), currency)).toBe(minor);
  });
});
