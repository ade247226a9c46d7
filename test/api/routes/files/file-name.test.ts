import { parse } from 'content-disposition';
import { expect, it } from 'vitest';
import { attachment } from '../../../../api/routes/files/file-name.ts';

it.each([
  ['results-2026-11-20.csv', 'attachment; filename="results-2026-11-20.csv"'],
  [
    'été 50% Zoë.csv',
    `attachment; filename="ete 50- Zoe.csv"; filename*=UTF-8''%C3%A9t%C3%A9%2050%25%20Zo%C3%AB.csv`,
  ],
  ['../../etc/pass"wd;x.csv', 'attachment; filename="-..-etc-pass-wd;x.csv"'],
  ['a\r\nSet-Cookie: b.csv', 'attachment; filename="a-Set-Cookie- b.csv"'],
  ['invoice\u202Excod.csv', 'attachment; filename="invoice-xcod.csv"'],
  ['.xlsx', 'attachment; filename="file.xlsx"'],
])('names a file %j by RFC 6266', (name, header) => {
  expect(attachment(name)).toBe(header);
});

it.each(['Décembre – 1 Go.xlsx', '促销.csv', 'emoji 🎉.csv'])('gives %j back to browsers', (name) => {
  const { type, parameters } = parse(attachment(name));
  expect([type, parameters.filename]).toEqual(['attachment', name]);
});

it('shortens long names and keeps the extension', () => {
  const { filename = '' } = parse(attachment(`${'é'.repeat(500)}.xlsx`)).parameters;
  expect(filename).toBe(`${'é'.repeat(120)}.xlsx`);
});
