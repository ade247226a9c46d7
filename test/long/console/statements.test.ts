import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { neighbour, utcDay } from '../../../console/src/finance/day.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../support/console/open.ts';
import { organisationOf } from '../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a finance person reads a day, sees how it adds up, and downloads its lines', async (context) => {
  const { accountId } = await addClient(api.pool, { balance: 500_000 });
  const organisation = await organisationOf(api, accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'finance');
  const day = utcDay();
  try {
    await page.goto(`${api.baseUrl}/statements?day=${day}`);
    await page.getByRole('row', { name: '+ Funding 1 ₦5,000.00' }).waitFor(SLOW);
    await page.getByRole('row', { name: '= Balance now ₦5,000.00' }).waitFor(SLOW);
    await page.getByRole('row', { name: /Funding ₦5,000.00 ₦5,000.00$/ }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    const saving = page.waitForEvent('download', SLOW);
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/\.csv$/);
    expect(await readFile(await saved.path(), 'utf8')).toContain(',5000.00,');

    await page.getByRole('link', { name: 'Day before' }).click();
    await page.getByText('There is no statement for this day').waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('day')).toBe(neighbour(day, -1));
    // The browser logs the 404.
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  } finally {
    await close();
  }
});
