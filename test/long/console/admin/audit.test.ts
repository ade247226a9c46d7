import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedFields } from '../../../../console/src/admin/audit/fields.ts';
import { auditQuery } from '../../../../console/src/admin/audit/search.ts';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { browse, organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an admin finds a change, reads what it was before and after, and downloads the entries', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, email, cookie, errors, close } = await openConsole(context, api, organisation, 'admin');
  const put = (body: object) => browse(api, '/v1/settings/spending-limits', { method: 'PUT', body, cookie });
  const perDay = { amount: 500_000, currency: 'NGN' };
  expect((await put({ per_campaign: null, per_day: perDay, per_month: null })).status).toBe(200);
  expect((await put({ per_campaign: null, per_day: null, per_month: perDay })).status).toBe(200);
  try {
    await page.goto(`${api.baseUrl}/admin/audit`);
    await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Spending limits set' });
    await page.getByRole('combobox', { name: 'Who' }).selectOption(email);
    await page.getByRole('button', { name: 'Find' }).click();
    const entry = page.getByRole('row', { name: /Spending limits set spending_limits_set/ });
    await expect.poll(() => entry.count(), { timeout: 30_000 }).toBe(2);
    expect(new URL(page.url()).searchParams.get('action')).toBe('spending_limits_set');
    await entry.first().getByText('Details').click();
    await page.getByRole('region', { name: /^Changes of entry/ }).waitFor(SLOW);
    await page.getByRole('row', { name: 'Per day ₦5,000.00 Not set', exact: true }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    const saving = page.waitForEvent('download', SLOW);
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(3);

    await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Role deleted' });
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No entry matches').waitFor(SLOW);
    await page.goBack();
    await expect.poll(() => entry.count(), { timeout: 30_000 }).toBe(2);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('days of the search are whole UTC days, the last one included', () => {
  expect(auditQuery({ from: '2026-11-01', to: '2026-11-30' })).toMatchObject({
    created_from: '2026-11-01T00:00:00Z',
    created_to: '2026-12-01T00:00:00Z',
  });
});

describe('a change', () => {
  const fieldsOf = (action: string, before: object | null, after: object | null) =>
    changedFields({ action, before: before && { ...before }, after: after && { ...after } }, 'NGN').map(
      ({ field, before: from, after: to }) => [field, from, to],
    );
  const money = (amount: number, currency = 'NGN') => ({ kind: 'money', amount, currency });
  const text = (written: string) => ({ kind: 'text', text: written });
  const absent = { kind: 'absent' };
  const unset = { kind: 'unset' };

  it.each([
    ['low_balance_set', 'threshold'],
    ['approval_rule_set', 'oneFrom'],
    ['approval_rule_set', 'twoFrom'],
    ['adjustment', 'amount'],
    ['batch_start', 'cost'],
    ['batch_schedule', 'approved_cost'],
    ['recurring_batch_create', 'approved_cost'],
  ])('of %s shows %s as money', (action, field) => {
    expect(fieldsOf(action, { [field]: null }, { [field]: 0 })).toEqual([[field, unset, money(0)]]);
  });

  it('shows other numbers as numbers, also if they have a name that is money elsewhere', () => {
    expect(fieldsOf('batch_start', null, { first: 10 })).toEqual([['first', absent, text('10')]]);
    expect(fieldsOf('notices_set', { day: 1 }, { day: 2 })).toEqual([['day', text('1'), text('2')]]);
  });

  it('of a key shows what it was before and after, and its caps as money', () => {
    const terms = (purchase: number | null) => ({
      name: 'Shop',
      scopes: ['all'],
      caps: { purchase, day: 900 },
    });
    expect(fieldsOf('key_change', null, { before: terms(null), after: terms(500) })).toEqual([
      ['name', text('Shop'), text('Shop')],
      ['scopes', text('all'), text('all')],
      ['caps.purchase', unset, money(500)],
      ['caps.day', money(900), money(900)],
    ]);
  });

  it('of a staff rule shows amounts in the currency of the rule, also where that of the account is not known', () => {
    const after = { currency: 'GHS', oneFrom: 100, twoFrom: null, validHours: 36 };
    const entry = { action: 'staff_approval_rule_set', before: null, after };
    expect(changedFields(entry, null)).toContainEqual({
      field: 'oneFrom',
      before: absent,
      after: money(100, 'GHS'),
    });
  });

  it('shows lengths of time, times, and yes or no', () => {
    const after = {
      validHours: 36,
      not_before: '2026-11-20T08:00:00.000Z',
      archived: true,
      overlap_ms: 3_600_000,
    };
    expect(fieldsOf('later_action', null, after)).toEqual([
      ['validHours', absent, { kind: 'duration', seconds: 129_600 }],
      ['not_before', absent, { kind: 'time', at: '2026-11-20T08:00:00.000Z' }],
      ['archived', absent, { kind: 'answer', isYes: true }],
      ['overlap_ms', absent, { kind: 'duration', seconds: 3_600 }],
    ]);
  });

  it('of prices shows each bundle with both', () => {
    const prices = [{ bundleId: 'bnd_a', from: null, to: 500 }];
    expect(fieldsOf('account_prices', null, { prices })).toEqual([
      ['prices', absent, { kind: 'prices', prices, currency: 'NGN' }],
    ]);
  });

  it('shows an amount with its own currency', () => {
    expect(fieldsOf('later_action', null, { limit: { amount: 5, currency: 'GHS' } })).toEqual([
      ['limit', absent, money(5, 'GHS')],
    ]);
  });
});
