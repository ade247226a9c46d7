import { describe, expect, it } from 'vitest';
import { createReadSign } from '../../../../services/batches/files/header-sign.ts';
import { type CsvPart, readCsv } from '../../../../services/batches/read-csv.ts';
import { createTurns } from '../../../../services/batches/turns.ts';

const readSign = createReadSign(() => new Map());

async function read(file: string | Buffer, chunkBytes = 7) {
  const bytes = Buffer.from(file);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const parts: CsvPart[] = [];
  for await (const part of readCsv(chunks(), createTurns(), readSign)) parts.push(part);
  return {
    lines: parts.flatMap((part) =>
      part.kind === 'records' ? part.records.map(({ line, cells }) => [line, ...cells]) : [],
    ),
    notices: parts.flatMap((part) => (part.kind === 'head' ? part.notices.map(({ code }) => code) : [])),
    rejection: parts.flatMap((part) => (part.kind === 'unusable' ? [part.rejection] : []))[0] ?? null,
  };
}

const TWO_ROWS = [
  [1, 'a', 'b'],
  [2, '1', '2'],
];

describe('reading a file', () => {
  it.each([
    ['a,b\n1,2\n', []],
    ['a,b\n1,2', []],
    ['\ufeffa,b\n1,2\n', ['byte_order_mark']],
    ['a,b\r\n1,2\r\n', ['crlf']],
    ['a,b\r1,2\r', ['cr']],
    ['a;b\n1;2\n', ['semicolons']],
    ['a\tb\n1\t2\n', ['other_separator']],
    ['\ufeffa;b\r\n1;2\r\n', ['byte_order_mark', 'semicolons', 'crlf']],
  ])('names what is odd about %j and reads it', async (file, notices) => {
    for (const chunkBytes of [1, 2, 3, 1_000]) {
      const found = await read(file, chunkBytes);
      expect(found).toEqual({ lines: TWO_ROWS, notices, rejection: null });
    }
  });

  it('skips a sep= line', async () => {
    const found = await read('sep=;\r\na;b\r\n1;2\r\n');
    expect(found.lines).toEqual([
      [2, 'a', 'b'],
      [3, '1', '2'],
    ]);
    expect(found.notices).toEqual(['sep_line', 'semicolons', 'crlf']);
  });

  it.each([
    [
      'a,b\n\n1,2\n\n\n3,4\n',
      [
        [1, 'a', 'b'],
        [3, '1', '2'],
        [6, '3', '4'],
      ],
    ],
    [
      'a,b\n,\n1,2\n',
      [
        [1, 'a', 'b'],
        [3, '1', '2'],
      ],
    ],
    [
      'a,b\r\n"x\r\ny",2\r\n3,4',
      [
        [1, 'a', 'b'],
        [2, 'x\r\ny', '2'],
        [4, '3', '4'],
      ],
    ],
    [
      'a,b\n"x\n\ny",2\n3,4',
      [
        [1, 'a', 'b'],
        [2, 'x\n\ny', '2'],
        [5, '3', '4'],
      ],
    ],
    [
      'a,b\n1,2\r\n3,4\r5,6\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
        [3, '3', '4'],
        [4, '5', '6'],
      ],
    ],
    [
      'a,b\n"say ""hi""",2\n',
      [
        [1, 'a', 'b'],
        [2, 'say "hi"', '2'],
      ],
    ],
    [
      'a,b\n1,2,3\n4\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2', '3'],
        [3, '4'],
      ],
    ],
    [
      'a,b\nx"y,2\n',
      [
        [1, 'a', 'b'],
        [2, 'x"y', '2'],
      ],
    ],
  ])('counts the lines of %j as a person does', async (file, lines) => {
    for (const chunkBytes of [1, 4, 1_000]) {
      expect(await read(file, chunkBytes)).toMatchObject({ lines, rejection: null });
    }
  });

  it.each([
    ['a header with a NUL', 'a,\0b\n1,2\n', 'not_utf8', null],
    ['a quote never closed', 'a,b\n1,2\n"open,2\n3,4\n', 'unclosed_quote', 3],
    ['an endless cell', `a,b\n1,2\n${'x'.repeat(100_000)},2\n`, 'row_too_long', 3],
    ['an endless quote', `a,b\n1,2\n"${'x,2\n'.repeat(50_000)}`, 'row_too_long', 3],
  ])('says why %s is unusable', async (_name, file, code, line) => {
    const { rejection } = await read(file, 4_096);
    expect(rejection).toMatchObject({ code, line });
  });

  it.each(['', '\n\n', '\ufeff\r\n'])('finds nothing in %j', async (file) => {
    expect(await read(file)).toMatchObject({ lines: [], rejection: null });
  });

  it('finds the header below blank lines', async () => {
    expect((await read('\n\na;b\n1;2\n')).lines).toEqual([
      [3, 'a', 'b'],
      [4, '1', '2'],
    ]);
  });

  it.each([
    ['December campaign\nphone_number,bundle_id\n1,2\n', 2],
    ['December campaign,,\n\n"Made by: Ada",,\nPhone Number;bundle_id\n1;2\n', 4],
    ['\ufeffDecember, 2026\r\n\r\nphone_number\tbundle_id\r\n1\t2\r\n', 3],
  ])('finds the header below the titles of %j', async (file, line) => {
    for (const chunkBytes of [1, 5, 1_000]) {
      const found = await read(file, chunkBytes);
      expect(found.lines.map((cells) => cells[0])).toEqual([line, line + 1]);
      expect(found.lines[1]).toEqual([line + 1, '1', '2']);
      expect(found.notices).toContain('title_rows');
    }
  });

  it('takes no row with a phone number for a title', async () => {
    const found = await read('+2348030000001,x\nphone_number,bundle_id\n');
    expect(found.lines[0]).toEqual([1, '+2348030000001', 'x']);
    expect(found.notices).toEqual([]);
  });

  it('reads an unusable file to its last byte', async () => {
    let passed = 0;
    async function* chunks() {
      for (let at = 0; at < 10; at++) {
        passed += 1;
        yield Buffer.from('a\0b\n');
      }
    }
    for await (const part of readCsv(chunks(), createTurns(), readSign)) expect(part.kind).toBe('unusable');
    expect(passed).toBe(10);
  });
});
