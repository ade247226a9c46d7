import { describe, expect, it } from 'vitest';
import { createReadSign } from '../../../../services/batches/files/header-sign.ts';
import { readFile } from '../../../../services/batches/files/read-file.ts';
import type { CsvPart } from '../../../../services/batches/read-csv.ts';
import { createTurns } from '../../../../services/batches/turns.ts';

const readSign = createReadSign(() => new Map());

/** Reads a file from chunks, and returns its rows and what was found about it. */
async function read(file: Buffer, chunkBytes = 16 * 1024, sheet: string | null = null) {
  let passed = 0;
  async function* chunks() {
    for (let at = 0; at < file.length; at += chunkBytes) {
      const chunk = file.subarray(at, at + chunkBytes);
      passed += chunk.length;
      yield chunk;
    }
  }
  const parts: CsvPart[] = [];
  const options = { readSign, sheet, charsMax: 1_000_000 };
  for await (const part of readFile(chunks(), createTurns(), options)) parts.push(part);
  return {
    passed,
    rows: parts.flatMap((part) => (part.kind === 'records' ? part.records.map(({ cells }) => cells) : [])),
    notices: parts.flatMap((part) => (part.kind === 'head' ? part.notices : [])),
    rejection: parts.flatMap((part) => (part.kind === 'unusable' ? [part.rejection] : []))[0] ?? null,
  };
}

/** Bytes of text in Mac Roman or Windows-1252, for the letters that the tests use. */
function bytesOf(encoding: 'mac' | 'windows', text: string): Buffer {
  const letters = {
    mac: { é: 0x8e, è: 0x8f, ñ: 0x96, ã: 0x8b, ç: 0x8d, É: 0x83, í: 0x92, ö: 0x9a, '’': 0xd5 },
    windows: { é: 0xe9, è: 0xe8, ñ: 0xf1, ã: 0xe3, ç: 0xe7, É: 0xc9, í: 0xed, ö: 0xf6, '’': 0x92 },
  }[encoding];
  return Buffer.from(
    [...text].map((sign) => new Map(Object.entries(letters)).get(sign) ?? sign.charCodeAt(0)),
  );
}

const TABLE = 'phone_number,bundle_id,metadata.name\n+2348030000001,b,André\n+2348030000002,b,São Muñoz\n';
const ROWS = TABLE.trim()
  .split('\n')
  .map((line) => line.split(','));

describe('the encoding of a text file', () => {
  it.each([
    ['UTF-8', Buffer.from(TABLE), []],
    ['UTF-16 LE with its mark', Buffer.from(`\ufeff${TABLE}`, 'utf16le'), ['utf_16', 'byte_order_mark']],
    ['UTF-16 LE without', Buffer.from(TABLE, 'utf16le'), ['utf_16']],
    [
      'UTF-16 BE with its mark',
      Buffer.from(`\ufeff${TABLE}`, 'utf16le').swap16(),
      ['utf_16', 'byte_order_mark'],
    ],
    ['UTF-16 BE without', Buffer.from(TABLE, 'utf16le').swap16(), ['utf_16']],
    ['Windows-1252', bytesOf('windows', TABLE), ['windows_1252']],
    ['Mac Roman', bytesOf('mac', TABLE), ['mac_roman']],
  ])('%s is detected and reported', async (_name, file, codes) => {
    for (const chunkBytes of [1, 3, 100, 16_384]) {
      const found = await read(file, chunkBytes);
      expect(found.rows).toEqual(ROWS);
      expect(found.notices.map(({ code }) => code).filter((code) => code !== 'byte_order_mark')).toEqual(
        codes.filter((code) => code !== 'byte_order_mark'),
      );
      expect(found.rejection).toBeNull();
    }
  });

  it.each([
    ['windows', 'Zoé', 'windows_1252'],
    ['windows', 'André et Zoé', 'windows_1252'],
    ['windows', 'l’été', 'windows_1252'],
    ['mac', 'l’été Zoé', 'mac_roman'],
    ['mac', 'Garçon', 'mac_roman'],
  ] as const)('the letters of %s text "%s" decide', async (encoding, name, code) => {
    const text = `phone_number,bundle_id,metadata.name\n1,b,x ${name}\n`;
    const { rows, notices } = await read(bytesOf(encoding, text));
    expect(notices.map((notice) => notice.code)).toEqual([code]);
    expect(rows[1]?.[2]).toBe(`x ${name}`);
  });

  it('reports a letter that could be another one', async () => {
    const { notices, rows } = await read(bytesOf('mac', 'phone_number,bundle_id,metadata.name\n1,b,María\n'));
    expect(notices.map(({ code }) => code)).toEqual(['encoding_unclear']);
    expect(notices[0]?.message).toContain('Mar’a');
    expect(notices[0]?.message).toContain('María');
    expect(rows[1]?.[2]).toMatch(/^Mar.a$/);
  });

  it('a late letter outside ASCII decides like an early one', async () => {
    const many = '1,b,plain\n'.repeat(20_000);
    const file = Buffer.concat([Buffer.from(TABLE.slice(0, 37) + many), bytesOf('windows', '2,b,André\n')]);
    const found = await read(file);
    expect(found.rows.at(-1)).toEqual(['2', 'b', 'André']);
    expect(found.notices.map(({ code }) => code)).toEqual(['windows_1252']);
  });

  it('a few foreign bytes in UTF-8 stay errors of their rows', async () => {
    const file = Buffer.concat([Buffer.from(TABLE), bytesOf('windows', '2,b,Zoé\n')]);
    const found = await read(file);
    expect(found.rows.at(-1)).toEqual(['2', 'b', 'Zo\uFFFD']);
    expect(found.notices).toEqual([]);
  });

  it('rejects letters that make no sense, such as Russian ones', async () => {
    const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0a]);
    const found = await read(
      Buffer.concat([Buffer.from('phone_number,bundle_id,metadata.name\n1,b,'), russian]),
    );
    expect(found.rejection?.code).toBe('not_utf8');
  });
});

describe('a file that is no table', () => {
  const pad = (text: string) => Buffer.from(`${text}${' '.repeat(50_000)}`, 'latin1');
  const compound = (name: string) =>
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.alloc(30_001),
      Buffer.from(`${name}\0`, 'utf16le'),
      Buffer.alloc(9_000),
    ]);
  it.each([
    ['a PDF document', pad('%PDF-1.7\n')],
    ['a picture (PNG)', pad('\x89PNG\r\n\x1a\n')],
    ['a picture (JPEG)', pad('\xff\xd8\xff\xe0')],
    ['compressed with gzip', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['a web page (HTML)', pad('<!DOCTYPE html><html><table><tr><td>phone_number')],
    ['a web page (HTML)', pad('\n <html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>')],
    [
      'an XML spreadsheet of Excel 2003',
      pad('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
    ],
    ['a JSON document', pad('[{"phone_number":"+2348030000001"}]')],
    ['an old Excel workbook (.xls)', compound('Workbook')],
    ['a workbook with a password', compound('EncryptedPackage')],
    ['an old Word document (.doc)', compound('WordDocument')],
  ])('is named: %s', async (name, file) => {
    for (const chunkBytes of [1_000, 16_384]) {
      const { rejection, passed } = await read(file, chunkBytes);
      expect(rejection?.code).toBe('not_csv');
      expect(rejection?.message).toContain(`The file is ${name}, which cannot be read.`);
      expect(passed).toBe(file.length);
    }
  });
});
