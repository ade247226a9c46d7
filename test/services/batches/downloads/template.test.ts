import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replaceAllowedBundles } from '../../../../db/rules/allowed-bundles.ts';
import { XLSX_TYPE } from '../../../../services/sheets/write-workbook.ts';
import {
  authorized,
  type BatchFixture,
  createBatchFixture,
  GLO_BUNDLE,
  MTN_BUNDLE,
  PRICE,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { partsOf } from '../../../support/sheets/parts.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
});
afterAll(() => fixture.close());

async function download() {
  const answer = await fixture.app.inject({ url: '/v1/batches/template', headers: authorized(fixture) });
  expect(answer.statusCode).toBe(200);
  return answer;
}

it('[campaign.template] is a workbook with text cells, the bundles of the account and their prices', async () => {
  const answer = await download();
  expect(answer.headers).toMatchObject({
    'content-type': XLSX_TYPE,
    'content-disposition': 'attachment; filename="campaign-template.xlsx"',
    'x-content-type-options': 'nosniff',
  });
  const parts = await partsOf(answer.rawPayload);
  const campaign = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect([...campaign.matchAll(/<t>(.*?)<\/t>/g)].map(([, text]) => text)).toEqual([
    'phone_number',
    'bundle_id',
    'reference',
  ]);
  // Format 1 is text, also of the cells that are still empty.
  expect(campaign.match(/<col [^>]*style="1"/g)).toHaveLength(3);
  expect(campaign).toMatch(/type="list"[^>]*sqref="B2:B1048576"><formula1>'Bundles'!\$A\$2:\$A\$3</);

  const bundles = parts.get('xl/worksheets/sheet2.xml') ?? '';
  const rows = [...bundles.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<(?:t|v)>(.*?)<\//g)].map(([, text]) => text),
  );
  expect(rows).toEqual([
    ['id', 'name', 'network', 'data (MB)', 'validity (hours)', 'price', 'currency'],
    [GLO_BUNDLE, 'Small', 'Glo', '500', '24', '10.00', 'NGN'],
    [MTN_BUNDLE, 'Small', 'MTN', '500', '24', '10.00', 'NGN'],
  ]);
});

it('leaves out bundles that the account does not allow', async () => {
  const { accountId } = fixture.client;
  const actor = { operator: 'test', reason: 'test' };
  await replaceAllowedBundles(fixture.pool, accountId, [MTN_BUNDLE], actor);
  const bundles = (await partsOf((await download()).rawPayload)).get('xl/worksheets/sheet2.xml') ?? '';
  expect([bundles.includes(MTN_BUNDLE), bundles.includes(GLO_BUNDLE)]).toEqual([true, false]);
  await replaceAllowedBundles(fixture.pool, accountId, null, actor);
});

it('has no row to buy as it is', async () => {
  const { rawPayload } = await download();
  const batch = await uploaded(fixture, rawPayload, { reference: 'empty-template' });
  expect([batch.status, batch.sheet, batch.counts.rows]).toEqual(['rejected', 'Campaign', 0]);
});

const FILES = new URL('../../../support/batches/spreadsheets/libreoffice/', import.meta.url);

it.each(['libreoffice-template.xlsx', 'libreoffice-template.ods'])(
  '[campaign.template] filled in and saved by LibreOffice as %s, it is a campaign',
  async (name) => {
    const options = { start: 'manual', repair: 'accept', default_country: 'NG' };
    const file = readFileSync(new URL(name, FILES));
    const batch = await uploaded(fixture, file, { reference: name.replace('.', '-'), ...options });
    expect(batch.counts).toMatchObject({ rows: 2, valid: 2 });
    expect([batch.status, batch.sheet, batch.sheets]).toEqual(['ready', 'Campaign', ['Campaign', 'Bundles']]);
    const url = `/v1/batches/${batch.id}/rows`;
    const { data } = (await fixture.app.inject({ url, headers: authorized(fixture) })).json();
    expect(data).toMatchObject([
      { phone_number: '+2348030000001', bundle_id: MTN_BUNDLE, corrected_number: null },
      // What was typed into the cell kept its zero.
      { phone_number: '08050000001', bundle_id: GLO_BUNDLE, reference: 'row-b' },
    ]);
  },
);
