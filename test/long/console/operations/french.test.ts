import { IntlMessageFormat } from 'intl-messageformat';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sentences } from '../../../../console/src/locales/codes/fr.ts';
import { messages as french } from '../../../../console/src/locales/fr.ts';
import { type ApiFixture, MTN_BUNDLE, startApi } from '../../../support/api/fixture.ts';
import { bought, call, order } from '../../../support/api/http.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const MESSAGE = 'The network does not answer, or refuses everything.';
const PAUSED = 'Paused at line 2: not enough balance. Add funds. The campaign then resumes automatically.';
const inFrench = (text = '', values = {}) => String(new IntlMessageFormat(text, 'fr').format(values));
const SILENT = inFrench(sentences.network.calls, { status: 'unavailable' });

/** A network that is unavailable, a purchase that waits for a worker, and a campaign that waits for money. */
async function trouble() {
  await api.pool.query(
    `UPDATE networks SET status = 'unavailable', status_message = $1, status_updated_at = app_now() WHERE id = 'net_glo'`,
    [MESSAGE],
  );
  await api.pool.query(
    `INSERT INTO network_health (network_id, phase, cause, since, rest_ms, judged_at, status_cause)
     VALUES ('net_glo', 'unavailable', 'calls', app_now(), 1000, app_now(), 'calls')`,
  );
  const { id: purchaseId } = await bought(api, order({ reference: 'wait-for-me' }));
  await api.pool.query(
    `UPDATE purchases SET created_at = created_at - interval '5 minutes' WHERE reference = 'wait-for-me'`,
  );
  const { text } = await call(api, '/v1/batches?reference=poor&start=manual', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id,reference\n+2348031000001,${MTN_BUNDLE},poor-row\n`,
  });
  const batchId: string = JSON.parse(text).id;
  await api.pool.query(
    `UPDATE batches SET status = 'paused', started_at = app_now(), pause_code = 'insufficient_balance', pause_message = $1
      WHERE reference = 'poor'`,
    [PAUSED],
  );
  return { purchaseId, batchId };
}

it('the staff reads why something waits in French, without an English sentence', async (context) => {
  const { purchaseId, batchId } = await trouble();
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  const noEnglish = async () => {
    const text = await page.locator('main').innerText();
    expect(text).not.toMatch(/\b(The|the|is|not|and|Paused|worker has|Inquiries)\b/);
  };
  try {
    await page.goto(`${api.baseUrl}/profile`);
    await page.getByLabel('Language').selectOption('fr');
    await page.getByRole('heading', { name: french['profile.title'], level: 1 }).waitFor(SLOW);
    await page.getByText('Équipe : Opérateur. Droits :').waitFor(SLOW);

    await page.goto(`${api.baseUrl}/operations`);
    await page.getByRole('cell', { name: `calls · ${SILENT}` }).waitFor(SLOW);
    await noEnglish();
    await page.goto(`${api.baseUrl}/operations/networks/net_glo`);
    await page.getByText(`calls · ${SILENT}`).waitFor(SLOW);
    await page.goto(`${api.baseUrl}/operations/alerts`);
    await page.getByText(`calls: ${SILENT}`).waitFor(SLOW);
    await noEnglish();
    expect(await faultsEverywhere(page)).toEqual([]);

    const why = sentences.cause.worker_down ?? '';
    await page.goto(`${api.baseUrl}/operations/stuck`);
    await page.getByRole('cell', { name: why }).waitFor(SLOW);
    await noEnglish();
    await page.goto(`${api.baseUrl}/operations/purchases/${purchaseId}`);
    await page.getByText(why).waitFor(SLOW);

    await page.goto(`${api.baseUrl}/operations/campaigns?status=paused`);
    await page.getByRole('cell', { name: sentences.pause.insufficient_balance ?? '' }).waitFor(SLOW);
    await noEnglish();
    await page.goto(`${api.baseUrl}/operations/search?q=poor-row`);
    const row = inFrench(sentences.unbought.batch_paused, { line: 2, batch: batchId });
    await page.getByText(row.split(' :')[0] ?? '').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
