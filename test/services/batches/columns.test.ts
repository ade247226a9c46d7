import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorized,
  type BatchFixture,
  createBatchFixture,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
});
afterAll(() => fixture.close());

/** Uploads a form of parts in this order; a part with a file name is a file. */
async function uploadForm(
  parts: readonly { readonly name: string; readonly value: string; readonly fileName?: string }[],
  parameters: Readonly<Record<string, string>>,
) {
  const form = new FormData();
  for (const { name, value, fileName } of parts) {
    if (fileName === undefined) form.append(name, value);
    else form.append(name, new Blob([value], { type: 'text/csv' }), fileName);
  }
  const request = new Request('http://x', { method: 'POST', body: form });
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/v1/batches',
    query: { ...parameters, start: 'manual' },
    headers: { ...authorized(fixture), 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const file = (header: string) => ({
  name: 'file',
  fileName: 'a.csv',
  value: `${header}\n${phoneNumber(1)},${MTN_BUNDLE},Ada\n`,
});
const columns = (map: unknown) => ({ name: 'columns', value: JSON.stringify(map) });

describe('columns of a file', () => {
  it('are recognised by their names, and the batch says which', async () => {
    const batch = await uploaded(fixture, `MSISDN;Forfait\n${phoneNumber(1)};${MTN_BUNDLE}\n`, {
      reference: 'french',
      start: 'manual',
    });
    expect(batch).toMatchObject({ status: 'ready', counts: { rows: 1, valid: 1 } });
    expect(batch.notices.map(({ message }) => message)).toContain(
      'The column "MSISDN" was read as phone_number.',
    );
  });

  it('[campaign.columns.map] are mapped by the form field columns, which counts before the query', async () => {
    const map = { phone_number: 'A', bundle_id: 'B', 'metadata.customer': 'C' };
    const { status, body } = await uploadForm([columns(map), file('A,B,C')], {
      reference: 'mapped',
      'column.phone_number': 'C',
    });
    expect([status, body.status, body.counts.valid]).toEqual([201, 'ready', 1]);
  });

  it('are not read if the upload gives their meaning an empty name, and all rows get the same bundle', async () => {
    const csv = `Phone,Plan\n${phoneNumber(1)},whatever\n${phoneNumber(2)},\n`;
    const batch = await uploaded(fixture, csv, {
      reference: 'set-aside',
      start: 'manual',
      on_unknown_columns: 'keep',
      data_mb: '500',
      validity_hours: '24',
      'column.bundle_id': '',
    });
    expect(batch).toMatchObject({ status: 'ready', counts: { rows: 2, valid: 2, invalid: 0 } });
    const { status, body } = await uploadForm(
      [columns({ bundle_id: '' }), { name: 'file', fileName: 'a.csv', value: csv }],
      { reference: 'set-aside-form', on_unknown_columns: 'keep', data_mb: '500', validity_hours: '24' },
    );
    expect([status, body.counts.valid]).toEqual([201, 2]);
  });

  it('are mapped by the query of a form as well', async () => {
    const { status, body } = await uploadForm([file('A,bundle_id,metadata.c')], {
      reference: 'by-query',
      'column.phone_number': 'A',
    });
    expect([status, body.status]).toEqual([201, 'ready']);
  });

  it.each([
    ['no JSON', { name: 'columns', value: '{' }, 'columns'],
    ['a list', columns(['phone_number']), 'columns'],
    ['an unknown column', columns({ colour: 'A' }), 'columns'],
    ['a name that is no text', columns({ phone_number: 1 }), 'columns'],
    ['a name that is too long', columns({ phone_number: 'x'.repeat(201) }), 'columns'],
    ['another field', { name: 'reference', value: 'x' }, 'reference'],
  ])('a form with %s is rejected, and its reference stays free', async (what, part, param) => {
    const reference = `bad-${what.replaceAll(' ', '-')}`;
    const { status, body } = await uploadForm([part, file('A,B,C')], { reference });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_request', param]);
    const again = await uploadForm([file('phone_number,bundle_id,metadata.c')], { reference });
    expect(again.status).toBe(201);
  });

  it('a field after the file is rejected', async () => {
    const { status, body } = await uploadForm([file('A,B,C'), columns({ phone_number: 'A' })], {
      reference: 'late',
    });
    expect([status, body.error.param]).toEqual([400, 'columns']);
  });
});

describe('columns of your own', () => {
  const csv = [
    'phone_number,Name,bundle_id,=Town',
    `${phoneNumber(1)},Ada,${MTN_BUNDLE},Kano`,
    `${phoneNumber(2)},"=HYPERLINK(""x"")",${MTN_BUNDLE},"a;=1"`,
    `nonsense,Bo,${MTN_BUNDLE},Jos`,
  ].join('\n');
  const readRows = async (id: string, accept: string, query = {}) =>
    fixture.app.inject({
      url: `/v1/batches/${id}/rows`,
      query: { ...query },
      headers: { ...authorized(fixture), accept },
    });

  it('[campaign.columns.own] come back in the results with on_unknown_columns=keep', async () => {
    const batch = await uploaded(fixture, csv, {
      reference: 'own',
      start: 'manual',
      on_unknown_columns: 'keep',
    });
    expect(batch).toMatchObject({ status: 'ready', counts: { valid: 2, invalid: 1 } });
    expect(batch.notices).toEqual([
      { code: 'columns_kept', message: expect.stringContaining('"Name", "=Town"') },
    ]);
    const { data } = (await readRows(batch.id, 'application/json')).json();
    expect(data[0].own_columns).toEqual([
      { name: 'Name', value: 'Ada' },
      { name: '=Town', value: 'Kano' },
    ]);
    expect(data[0].metadata).toEqual({});
  });

  it('are escaped where a spreadsheet would run them, and are the same after another upload', async () => {
    const first = await uploaded(fixture, csv, {
      reference: 'own-1',
      start: 'manual',
      on_unknown_columns: 'keep',
    });
    const file = (await readRows(first.id, 'text/csv')).body;
    const [header = '', , formula = ''] = file.split('\n');
    expect(header).toContain("phone_number,Name,bundle_id,'=Town,");
    expect(formula).toContain('"\'=HYPERLINK');
    expect(formula).toContain(`a;'=1`);

    const unbought = (await readRows(first.id, 'text/csv', { only: 'unbought' })).body;
    expect(unbought.split('\n')[1]).toContain(`nonsense,Bo,${MTN_BUNDLE},Jos`);

    const again = await uploaded(fixture, file, {
      reference: 'own-2',
      start: 'manual',
      on_unknown_columns: 'keep',
    });
    const rows = await Promise.all(
      [first, again].map(async ({ id }) => (await readRows(id, 'application/json')).json().data),
    );
    const own = rows.map((data) => data.map((row: { own_columns: unknown }) => row.own_columns));
    expect(own[1]).toEqual(own[0]);
  });

  it('[campaign.columns.bounds] are limited in number and length', async () => {
    const keep = { start: 'manual', on_unknown_columns: 'keep' };
    const wide = Array.from({ length: 51 }, (_, index) => `c${index}`).join(',');
    const many = await uploaded(fixture, `phone_number,bundle_id,${wide}\n`, { ...keep, reference: 'wide' });
    expect(many).toMatchObject({ status: 'rejected', rejection: { code: 'too_many_columns' } });

    const row = (length: number) => `${phoneNumber(length)},${MTN_BUNDLE},${'x'.repeat(length)}`;
    const long = await uploaded(fixture, ['phone_number,bundle_id,Note', row(1_000), row(1_001)].join('\n'), {
      ...keep,
      reference: 'long',
    });
    expect(long).toMatchObject({
      counts: { valid: 1 },
      errors: [{ line: 3, column: 'Note', code: 'value_too_long' }],
    });
  });

  it('reject the file by default', async () => {
    const batch = await uploaded(fixture, csv, { reference: 'default', start: 'manual' });
    expect(batch).toMatchObject({ status: 'rejected', rejection: { code: 'unknown_column' } });
  });
});
