import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidOf } from '../../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { failedAfterSend, stuckPurchase } from '../../../support/console/decisions.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { browse } from '../../../support/people/fixture.ts';
import { staffAs } from '../../../support/people/staff.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an operator sees by name what is late, for as long as they choose, and comes to it from its network', async (context) => {
  const [late, recent] = [await stuckPurchase(api, 'late-by-name'), await stuckPurchase(api, 'only-minutes')];
  const setAge = (age: string) =>
    api.pool.query(`UPDATE purchases SET created_at = app_now() - $2::interval WHERE id = $1`, [
      uuidOf('pur', recent),
      age,
    ]);
  // However long the test takes, it is too young until its age is set again.
  await setAge('-10 minutes');
  await failedAfterSend(api, 'failed-here');
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  const link = (reference: string) => page.getByRole('link', { name: reference, exact: true });
  try {
    await page.goto(`${api.baseUrl}/operations/networks/net_mtn`);
    const failed = page.getByRole('row', { name: /^failed-here Test .* network_timeout / });
    await failed.waitFor(SLOW);
    const { text } = await browse(api, '/v1/staff/purchases/stuck?older_than_seconds=300', {
      cookie: (await staffAs(api, 'operator')).cookie,
    });
    expect(JSON.parse(text).data.map(({ id }: { id: string }) => id)).toEqual([late]);
    await link('late-by-name').waitFor(SLOW);
    expect(await link('only-minutes').count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.goto(`${api.baseUrl}/operations/stuck?network=net_mtn`);
    await page.getByText('Purchases that are pending for longer than 5 minutes.').waitFor(SLOW);
    await page.getByRole('row', { name: /^late-by-name .* Test .* MTN / }).waitFor(SLOW);
    expect(await link('only-minutes').count()).toBe(0);
    await setAge('2 minutes');
    await page.getByLabel('Pending for longer than').selectOption('1 minute');
    await link('only-minutes').waitFor(SLOW);
    await page.getByText('Purchases that are pending for longer than 1 minute.').waitFor(SLOW);
    expect(new URL(page.url()).search).toBe('?network=net_mtn&minutes=1');
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.goto(`${api.baseUrl}/operations/networks/net_mtn`);
    await link('failed-here').click();
    await page.getByText('Open: the gateway is still asked.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
