import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchResource } from '../../../../../contract/batches/batch.ts';
import {
  addClient,
  authorized,
  type BatchFixture,
  createBatchFixture,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  upload,
} from '../../../../support/batches/fixture.ts';
import { longestTurn } from '../../../../support/longest-turn.ts';

let fixture: BatchFixture;
let port: number;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
  port = Number(new URL(await fixture.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => fixture.close());

/** Longest that one turn of the event loop may use the thread, in milliseconds of processor time. */
const TURN_MS_MAX = 100;

/** The longest turn of some work, measured again if it is too long: a busy machine makes a turn cost more, never less. */
async function shortest(work: (measurement: number) => Promise<unknown>): Promise<number> {
  let longest = Number.POSITIVE_INFINITY;
  for (let measurement = 1; measurement <= 4 && longest >= TURN_MS_MAX; measurement++)
    longest = Math.min(longest, await longestTurn(() => work(measurement)));
  return longest;
}

const HEADER = 'phone_number,bundle_id,metadata.note\n';
const good = (index: number, more = '') => `${phoneNumber(index)},${MTN_BUNDLE},note${more}\n`;
const goods = (count: number, more = '') =>
  Array.from({ length: count }, (_, index) => good(index, more)).join('');
const wide = (count: number) => Array.from({ length: count }, (_, index) => `metadata.k${index}`).join(',');
const WIDE_HEADER = `phone_number,bundle_id,${wide(98)}\n`;

const FILES: [what: string, file: string | Buffer, status: string, code: string | null][] = [
  ['a megabyte of line feeds', `${HEADER}${'\n'.repeat(1_000_000)}`, 'rejected', 'no_rows'],
  [
    'half a million blank lines that end in CRLF',
    `${HEADER}${'\r\n'.repeat(500_000)}`,
    'rejected',
    'no_rows',
  ],
  ['blank lines before a header', `${'\n'.repeat(200_000)}${HEADER}${good(1)}`, 'ready', null],
  ['lines of one character', `${HEADER}${'x\n'.repeat(400_000)}`, 'rejected', 'too_many_uneven_rows'],
  ['lines of separators alone', `${HEADER}${',,\n'.repeat(300_000)}`, 'rejected', 'no_rows'],
  ['lines of too few separators', `${HEADER}${',\n'.repeat(400_000)}`, 'rejected', 'too_many_uneven_rows'],
  ['a comma too many in each row', `${HEADER}${goods(20_000, ',')}`, 'rejected', 'too_many_uneven_rows'],
  ['a first line of one blank', ` \n${HEADER}${goods(20_000)}`, 'ready', null],
  ['bad rows of the right width', `${HEADER}${'a,b,c\n'.repeat(100_000)}`, 'rejected', 'no_valid_rows'],
  ['empty rows in quotes', `${HEADER}${'"","",""\n'.repeat(80_000)}`, 'rejected', 'no_rows'],
  ['a line of a hundred kilobytes', `${HEADER}${'x'.repeat(100_000)}\n`, 'rejected', 'row_too_long'],
  ['a line of a million separators', `${HEADER}${','.repeat(1_000_000)}\n`, 'rejected', 'row_too_long'],
  ['rows of 60,000 separators', `${HEADER}${`${','.repeat(60_000)}\n`.repeat(16)}`, 'rejected', 'no_rows'],
  ['rows of 60,000 cells', `${HEADER}${`${'x,'.repeat(30_000)}\n`.repeat(16)}`, 'rejected', 'no_valid_rows'],
  [
    'rows with a cell of 60,000 characters',
    `${HEADER}${good(1, 'x'.repeat(60_000)).repeat(16)}`,
    'rejected',
    'no_valid_rows',
  ],
  ['quotes alone', `${HEADER}${'"'.repeat(1_000_000)}`, 'rejected', 'row_too_long'],
  [
    'a quote in every cell that is never closed',
    `${HEADER}${'"a,"b,"c\n'.repeat(100_000)}`,
    'rejected',
    'no_valid_rows',
  ],
  [
    'quotes opened and closed inside cells',
    `${HEADER}${'"a"b"c"\n'.repeat(120_000)}`,
    'rejected',
    'too_many_uneven_rows',
  ],
  [
    'rows of 98 NULs',
    `${WIDE_HEADER}${goods(500)}${`x,y,${'\0,'.repeat(97)}\0\n`.repeat(4_000)}`,
    'rejected',
    'no_valid_rows',
  ],
  [
    'rows of 100 bytes that are not UTF-8',
    Buffer.concat([
      Buffer.from(WIDE_HEADER),
      Buffer.alloc(800_000, Buffer.from(`${'\xff,'.repeat(99)}\xff\n`, 'latin1')),
    ]),
    'rejected',
    'no_valid_rows',
  ],
  [
    'rows of 98 metadata values too many',
    `${WIDE_HEADER}${`${phoneNumber(1)},${MTN_BUNDLE},${'v,'.repeat(97)}v\n`.repeat(4_000)}`,
    'rejected',
    'no_valid_rows',
  ],
  ['NULs alone', Buffer.alloc(1_000_000), 'rejected', 'not_utf8'],
  ['good rows', goodFile(25_000), 'ready', null],
];

describe('no file blocks the event loop', () => {
  it.each(FILES)('%s', async (what, file, status, code) => {
    const bytes = Buffer.from(file);
    let answer = { status: 0, body: '' };
    const longest = await shortest(async (measurement) => {
      const reference = `nasty-${measurement}-${FILES.findIndex(([name]) => name === what)}`;
      answer = await upload(fixture, bytes, { reference, start: 'manual' });
    });
    expect(answer.status, answer.body).toBe(201);
    const batch = BatchResource.parse(JSON.parse(answer.body));
    expect([batch.status, batch.rejection?.code ?? null]).toEqual([status, code]);
    expect(longest).toBeLessThan(TURN_MS_MAX);
  });

  it('twelve of the worst at the same time', async () => {
    const clients = await Promise.all(Array.from({ length: 3 }, () => addClient(fixture.pool, 0)));
    const longest = await shortest((measurement) =>
      Promise.all(
        clients.flatMap((client) =>
          ['x\n', '\n', 'a,b,c\n', ',,,\n'].map((line, index) =>
            upload({ ...fixture, client }, HEADER + line.repeat(20_000), {
              reference: `dozen-${measurement}-${index}`,
            }),
          ),
        ),
      ),
    );
    expect(longest).toBeLessThan(TURN_MS_MAX);
  });

  it('a body sent byte by byte', async () => {
    const file = `${HEADER}${'x,y,z\n'.repeat(10_000)}`;
    let answer = '';
    const longest = await shortest(async (measurement) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /v1/batches?reference=bytes-${measurement}&start=manual HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n` +
          `Authorization: ${authorized(fixture).authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      socket.write(`${[...file].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`);
      answer = String(await once(socket, 'data'));
      socket.destroy();
    });
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(longest).toBeLessThan(TURN_MS_MAX);
  });
});

describe('no cell blocks it either, uploaded and downloaded', () => {
  it.each([
    ['tabs', '\t'.repeat(60_000)],
    ['an apostrophe and tabs', `'${'\t'.repeat(60_000)}`],
    ['line ends', '\r\n'.repeat(30_000)],
    ['a semicolon and blanks', `;${' '.repeat(60_000)}`],
    ['semicolons', ';'.repeat(60_000)],
    ['semicolons and apostrophes', ";'".repeat(30_000)],
    ['quotes', '""'.repeat(30_000)],
  ])('%s', async (what, cell) => {
    const bad = `"${cell}",${MTN_BUNDLE},x\n${phoneNumber(2)},${MTN_BUNDLE},"${cell}"\n`;
    let answers: string[] = [];
    const longest = await shortest(async (measurement) => {
      const reference = `cell-${measurement}-${what.replaceAll(' ', '-')}`;
      const { body } = await upload(fixture, HEADER + good(1) + bad, { reference, start: 'manual' });
      const { id, rejection } = BatchResource.parse(JSON.parse(body));
      expect(rejection).toBeNull();
      const url = `/v1/batches/${id}/rows`;
      const [csv, json] = await Promise.all([
        fixture.app.inject({ url, headers: { ...authorized(fixture), accept: 'text/csv' } }),
        fixture.app.inject({ url, headers: authorized(fixture) }),
      ]);
      answers = [csv.body, json.body];
    });
    for (const answer of answers) expect(answer.length).toBeGreaterThan(60_000);
    expect(longest).toBeLessThan(TURN_MS_MAX);
  });
});

it('rejects a fifth upload of an account while four are under way', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /v1/batches?reference=open-${index} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n` +
          `Authorization: ${authorized(fixture).authorization}\r\n\r\n${HEADER}`,
      );
      return socket;
    }),
  );
  const arriving = async () => {
    const { rows } = await fixture.pool.query(`SELECT FROM batches WHERE status = 'validating'`);
    return rows.length;
  };
  await expect.poll(arriving).toBe(4);
  const fifth = await upload(fixture, goodFile(1), { reference: 'fifth', start: 'manual' });
  expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '5']);
  expect(fifth.body).toContain('already uploading 4 files');
  const stranger = { ...fixture, client: await addClient(fixture.pool, 0) };
  expect((await upload(stranger, goodFile(1), { reference: 'other', start: 'manual' })).status).toBe(201);

  for (const socket of sockets) socket.destroy();
  await expect.poll(arriving).toBe(0);
  // A place is free a moment after the row of its upload is gone.
  const again = () => upload(fixture, goodFile(1), { reference: 'fifth', start: 'manual' });
  await expect.poll(async () => (await again()).status).toBe(201);
});
