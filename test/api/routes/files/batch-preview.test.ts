import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, addClient, addScopedKey, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';

const TWO_SHEETS = new URL(
  '../../../support/batches/spreadsheets/libraries/openpyxl-two-sheets.xlsx',
  import.meta.url,
);

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function preview(body: string | Uint8Array, query = '', headers = {}) {
  const answer = await call(api, `/v1/batch-previews${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body,
  });
  return { status: answer.status, ...JSON.parse(answer.text) };
}

it('shows what each column would be read as, with its first values, and stores nothing', async () => {
  const file = 'Report of May\nMSISDN;Town;bundle_id;result.state\n08031;Kano;b1;\n\n+234803;;b2;failed\n';
  expect(await preview(file)).toMatchObject({
    status: 200,
    object: 'batch_preview',
    sheet: null,
    sheets: [],
    header_line: 2,
    columns: [
      { name: 'MSISDN', read_as: 'phone_number', guessed: true, samples: ['08031', '+234803'] },
      { name: 'Town', read_as: 'own', guessed: false, samples: ['Kano'] },
      { name: 'bundle_id', read_as: 'bundle_id', guessed: false, samples: ['b1', 'b2'] },
      { name: 'result.state', read_as: null, guessed: false, samples: ['failed'] },
    ],
    rejection: null,
  });
  expect((await api.pool.query('SELECT count(*)::int AS batches FROM batches')).rows).toEqual([
    { batches: 0 },
  ]);
});

it('says what an upload would be rejected for, and shows the columns all the same', async () => {
  expect(await preview('Phone,Mobile\n1,2\n')).toMatchObject({
    columns: [{ read_as: 'phone_number' }, { read_as: 'phone_number' }],
    rejection: { code: 'ambiguous_column' },
  });
  expect(await preview('Kontakt,Wunsch\n1,2\n')).toMatchObject({
    columns: [{ read_as: 'own' }, { read_as: 'own' }],
    rejection: { code: 'missing_column', line: 1 },
  });
  expect(await preview('phone_number,bundle_id\n')).toMatchObject({ header_line: 1, rejection: null });
  expect(await preview('%PDF-1.7')).toMatchObject({ columns: [], rejection: { code: 'not_csv' } });
  expect(await preview('')).toMatchObject({
    columns: [],
    header_line: null,
    rejection: { code: 'empty_file' },
  });
});

it('takes the mapping of a form', async () => {
  const form = new FormData();
  form.set('columns', JSON.stringify({ phone_number: 'Kontakt', bundle_id: 'Wunsch' }));
  form.set('file', new Blob(['Kontakt,Wunsch\n1,2\n']), 'file.csv');
  const request = new Request(api.baseUrl, { method: 'POST', body: form });
  const answer = await call(api, '/v1/batch-previews', {
    method: 'POST',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: new Uint8Array(await request.arrayBuffer()),
  });
  expect(JSON.parse(answer.text)).toMatchObject({
    columns: [
      { name: 'Kontakt', read_as: 'phone_number', guessed: false },
      { name: 'Wunsch', read_as: 'bundle_id', guessed: false },
    ],
    rejection: null,
  });
});

it('lists the sheets of a workbook, and shows the one that is named', async () => {
  const file = await readFile(TWO_SHEETS);
  expect(await preview(file)).toMatchObject({
    sheet: null,
    sheets: ['Lagos', 'Abuja'],
    columns: [],
    rejection: { code: 'several_sheets' },
  });
  const named = await preview(file, '?sheet=Abuja');
  expect(named).toMatchObject({ sheet: 'Abuja', rejection: null });
  expect(named.columns.map(({ read_as }: { read_as: string }) => read_as)).toContain('phone_number');
});

it('shows at most five short values of a column', async () => {
  const long = 'x'.repeat(300);
  const { columns } = await preview(`phone_number,bundle_id\n${`1,${long}\n`.repeat(200)}`);
  expect(columns[1].samples).toEqual(Array.from({ length: 5 }, () => 'x'.repeat(100)));
});

it('is only for keys that may create campaigns', async () => {
  const { accountId } = await addClient(api.pool, { balance: 0 });
  const key = await addScopedKey(api.pool, accountId, ['batches:read']);
  const headers = { 'content-type': 'text/csv' };
  const answer = await call(api, '/v1/batch-previews', { method: 'POST', key, headers, body: 'a\n' });
  expect(answer.status).toBe(403);
});
