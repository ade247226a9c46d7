import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { idFromUuid } from '../../../../../domain/ids.ts';
import {
  type BatchFixture,
  createBatchFixture,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
} from '../../../../support/batches/fixture.ts';
import { runClient as run, withWorker } from '../../../../support/clients/command.ts';

const MAIN = fileURLToPath(new URL('../../../../../clients/typescript/command/main.ts', import.meta.url));

let fixture: BatchFixture;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
  const url = await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'bundlewire-command-'));
  environment = { BUNDLEWIRE_BASE_URL: url, BUNDLEWIRE_API_KEY: fixture.client.key };
});
// All tests buy for the same numbers: what an earlier one bought lies before the window.
afterEach(async () => {
  await fixture.pool.query(`UPDATE purchases SET created_at = created_at - interval '4 days'`);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await fixture.close();
});

async function file(name: string, csv: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, csv);
  return path;
}

it('runs a file to its end without asking, and saves the results', async () => {
  const path = await file('all good.csv', goodFile(12));
  const { exitCode, out, err } = await withWorker(
    fixture,
    run(['batch', 'run', path, '--yes'], { environment }),
  );
  expect(err).toMatch(/12 \(12 can be bought\)/);
  expect(err).toMatch(/Cost +120\.00 NGN/);
  expect(err).toMatch(/100% of 12: 12 delivered/);
  expect(out).toMatch(/Delivered +12\n/);
  expect(exitCode).toBe(0);
  const rows = parse(await readFile(join(folder, 'all good.results.csv')));
  expect(rows).toHaveLength(13);
  expect(rows[1]).toContain('successful');

  // The same file again is the same campaign, and buys nothing.
  const again = await run(['batch', 'run', path, '--yes', '--json'], { environment });
  const ended = JSON.parse(again.out);
  expect(ended).toMatchObject({ status: 'completed', counts: { successful: 12 } });
  const parts = await run(['batch', 'breakdown', ended.id], { environment });
  expect(parts.out).toMatch(/^net_mtn +bnd_mtn_small +successful +– +12 +120\.00 NGN$/m);
  const { rows: bought } = await fixture.pool.query('SELECT count(*)::int AS n FROM purchases');
  expect(bought).toEqual([{ n: 12 }]);
});

it('buys first rows, shows their outcomes and asks before the others', async () => {
  const path = await file('first.csv', goodFile(5));
  const first = ['batch', 'run', path, '--first', '2', '--no-results', '--reference', 'first-rows'];
  const stopped = await withWorker(fixture, run(first, { environment, answers: ['y', 'n'] }));
  expect(stopped).toMatchObject({ exitCode: 1, err: expect.stringContaining('paused after its first rows') });
  expect(stopped.err).toMatch(/Charged +20\.00 NGN\n.*\n.*\nNot spent +30\.00 NGN/);
  const ended = await withWorker(fixture, run(first, { environment, answers: ['y'] }));
  expect(ended).toMatchObject({ exitCode: 0, out: expect.stringMatching(/Delivered +5\n/) });
  const { rows } = await fixture.pool.query(
    `SELECT approved_cost = cost AS agreed FROM batches WHERE reference = 'first-rows'`,
  );
  expect(rows).toEqual([{ agreed: true }]);
});

it('exits with 1 when not every row was delivered', async () => {
  const path = await file('some-bad.csv', `${goodFile(3)}803,${MTN_BUNDLE},x\n`);
  const { exitCode, err } = await withWorker(
    fixture,
    run(['batch', 'run', path, '--yes', '--no-results'], { environment }),
  );
  expect(exitCode).toBe(1);
  expect(err).toMatch(/5 +phone_number +"803"/);
});

it('holds back duplicates, and asks before it buys them', async () => {
  const first = await file('first.csv', goodFile(12));
  await withWorker(fixture, run(['batch', 'run', first, '--yes', '--no-results'], { environment }));
  const path = await file('again.csv', goodFile(13));
  const held = await run(['batch', 'check', path, '--reference', 'held'], { environment });
  expect(held.out).toMatch(/Rows +13 \(1 can be bought\)/);
  expect(held.out).toMatch(/Duplicates +12, of which 12 are held back/);
  expect(held.out).toMatch(/Held back: Your account already bought this bundle for this number on .* UTC/);

  const buy = ['batch', 'run', path, '--reference', 'bought', '--on-duplicate', 'buy'];
  const { err: asked } = await run(buy, { environment, answers: ['n'] });
  expect(asked).toContain('Buy 13 bundles, 12 of them duplicates, for 130.00 NGN?');

  const wrong = await run(['batch', 'check', path, '--duplicate-window-hours', '3 days'], { environment });
  expect(wrong).toMatchObject({ exitCode: 2, err: expect.stringContaining('is not a whole number') });
});

it('only checks with batch check, asks before it buys, and can be watched later', async () => {
  const path = await file('asked.csv', `${phoneNumber(1)},${MTN_BUNDLE}\n`);
  await writeFile(path, `MSISDN,bundle_id\n${phoneNumber(1)},${MTN_BUNDLE}\n`);
  const column = ['--column', 'phone_number=MSISDN', '--reference', 'asked'];
  const checked = await run(['batch', 'check', path, ...column, '--json'], { environment });
  expect(checked.exitCode).toBe(0);
  const { id, status } = JSON.parse(checked.out);
  expect(status).toBe('ready');

  expect((await run(['batch', 'run', path, ...column], { environment })).exitCode).toBe(2);
  const declined = await run(['batch', 'run', path, ...column], { environment, answers: ['n'] });
  expect(declined).toMatchObject({ exitCode: 1, err: expect.stringContaining('Nothing was bought') });

  await fixture.app.inject({
    method: 'POST',
    url: `/v1/batches/${id}/start`,
    headers: { authorization: `Bearer ${fixture.client.key}` },
  });
  const watched = await withWorker(fixture, run(['batch', 'watch', id], { environment }));
  expect(watched).toMatchObject({ exitCode: 0, out: expect.stringMatching(/Status +completed/) });
});

it.each(['SIGINT', 'SIGKILL'] as const)(
  'the campaign continues after %s, and watch or the same file show it again',
  async (signal) => {
    const path = await file(`closed by ${signal}.csv`, goodFile(20));
    const closed = await interrupted(['batch', 'run', path, '--yes'], signal);
    if (signal === 'SIGINT') {
      expect(closed.exitCode).toBe(3);
      expect(closed.err).toMatch(
        /The campaign continues. To watch it again, run: bundlewire-client batch watch bat_/,
      );
    }
    const { rows } = await fixture.pool.query<{ id: string; status: string }>(
      `SELECT id, status FROM batches WHERE reference LIKE $1`,
      [`closed-by-${signal}%`],
    );
    expect(rows).toMatchObject([{ status: 'running' }]);

    const watched = await withWorker(
      fixture,
      run(['batch', 'watch', idFromUuid('bat', rows[0]?.id ?? '')], { environment }),
    );
    expect(watched).toMatchObject({ exitCode: 0, out: expect.stringMatching(/Delivered +20\n/) });
    const again = await run(['batch', 'run', path, '--yes'], { environment });
    expect(again).toMatchObject({ exitCode: 0, out: expect.stringMatching(/Delivered +20\n/) });
    expect(parse(await readFile(join(folder, `closed by ${signal}.results.csv`)))).toHaveLength(21);
  },
);

/** Runs the tool in a separate process, which gets the signal as soon as it shows progress. */
async function interrupted(
  args: readonly string[],
  signal: NodeJS.Signals,
): Promise<{ readonly exitCode: number | null; readonly err: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...environment } });
  let err = '';
  let signalled = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    if (signalled || !/% of 20: /.test(err)) return;
    signalled = true;
    child.kill(signal);
  });
  const [exitCode]: (number | null)[] = await once(child, 'close');
  return { exitCode: exitCode ?? null, err };
}

it('saves a template, and replaces no file', async () => {
  const path = join(folder, 'template.xlsx');
  const save = () => run(['batch', 'template', '--output', path], { environment });
  expect(await save()).toMatchObject({ exitCode: 0, out: `${path}\n` });
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');
  expect(await save()).toMatchObject({ exitCode: 2, err: expect.stringContaining('exists') });
});

it('pauses, cancels, lists and downloads', async () => {
  const path = await file('stopped.csv', goodFile(4));
  const uploaded = await run(['batch', 'check', path, '--reference', 'stopped', '--json'], {
    environment,
  });
  const { id } = JSON.parse(uploaded.out);
  const rejected = await run(['batch', 'pause', id], { environment });
  expect(rejected).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('The command pause is not possible'),
  });
  expect(await run(['batch', 'cancel', id], { environment })).toMatchObject({ exitCode: 2, out: '' });
  expect(await run(['batch', 'cancel', id], { environment, answers: ['n'] })).toMatchObject({ exitCode: 1 });
  expect((await run(['batch', 'cancel', id, '--yes'], { environment })).out).toMatch(/Not bought +4/);
  expect((await run(['batch', 'list'], { environment })).out).toMatch(/stopped +canceled +4 +0/);

  const unbought = join(folder, 'left.csv');
  const saved = await run(['batch', 'results', id, '--unbought', '--results', unbought], {
    environment,
  });
  expect(saved.exitCode).toBe(0);
  expect(parse(await readFile(unbought))).toHaveLength(5);
});

it.each([
  ['a missing file', ['batch', 'run', '/nowhere.csv'], {}, 2, 'cannot be read'],
  [
    'an API that does not answer',
    ['batch', 'watch', 'bat_x'],
    { BUNDLEWIRE_BASE_URL: 'http://127.0.0.1:1' },
    4,
    'does not answer',
  ],
  ['an unknown key', ['batch', 'list'], { BUNDLEWIRE_API_KEY: 'bw_live_x' }, 2, 'invalid_api_key'],
] as const)(
  'explains the error for %s',
  async (_what, args, other, exitCode, message) => {
    const ran = await run(args, { environment: { ...environment, ...other } });
    expect(ran).toMatchObject({ exitCode, err: expect.stringContaining(message) });
  },
  90_000,
);
