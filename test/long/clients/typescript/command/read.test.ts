import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../../clients/typescript/command/commands/commands.ts';
import { BUNDLE, DAY, HEADER, KEY, line, page, statement } from '../../../../clients/conformance/objects.ts';
import {
  csv,
  cut,
  cutInBody,
  json,
  type ScriptedServer,
  startScriptedServer,
} from '../../../../clients/conformance/server.ts';
import { type Ran, runClient } from '../../../../support/clients/command.ts';

let server: ScriptedServer;
let environment: Record<string, string>;
beforeAll(async () => {
  server = await startScriptedServer();
  environment = { BUNDLEWIRE_BASE_URL: server.url, BUNDLEWIRE_API_KEY: KEY };
});
afterAll(() => server.close());

const client = (...args: readonly string[]): Promise<Ran> => runClient(args, { environment });
const money = (amount: number) => ({ amount, currency: 'NGN' });

describe('bundles and balance', () => {
  it('lists every page of the bundles that are available', async () => {
    const bundle = (id: string, name: string) => ({
      ...{ id, object: 'bundle', network_id: 'net_mtn_ng', name, data_mb: 1024, validity_hours: 720 },
      ...{ price: money(100_000), available: true },
    });
    server.script(
      json(200, page([bundle(BUNDLE, 'MTN 1 GB')], 'next')),
      json(200, page([bundle('bnd_2', 'two\u001b[2J')])),
    );
    const ran = await client('bundles', '--network', 'net_mtn_ng');
    expect(ran).toMatchObject({ exitCode: 0, out: expect.stringMatching(/MTN 1 GB.*1,000\.00 NGN/) });
    // What an API sends must not reach the screen as a command.
    expect(ran.out).toContain('two\\u001b[2J');
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/bundles?network_id=net_mtn_ng&available=true',
      '/v1/bundles?network_id=net_mtn_ng&available=true&cursor=next',
    ]);
  });

  it('shows the balance with its unit', async () => {
    const updated_at = '2026-11-20T20:38:26.101Z';
    const balance = { object: 'balance', available: money(99_900), held: money(100), updated_at };
    server.script(json(200, balance));
    expect((await client('balance')).out).toMatch(/Available +999\.00 NGN\nHeld +1\.00 NGN\n/);
    expect(JSON.parse((await client('balance', '--json')).out)).toEqual(balance);
  });

  it('ends with 4 when the service does not answer', async () => {
    server.script(cut);
    expect(await client('balance')).toMatchObject({ exitCode: 4, err: expect.stringContaining('address') });
  });
});

describe('statement', () => {
  const FILE = `${[HEADER, line(1, 'purchase', 'order-1', -100_000, 400_000), line(2, 'purchase', 'order-2', -50_000, 350_000)].join('\n')}\n`;

  it('shows the totals of a day', async () => {
    server.script(json(200, statement()));
    const ran = await client('statement', DAY);
    expect(ran.out).toMatch(/Closing balance +3,500\.00 NGN/);
    expect(ran.out).toMatch(/purchases successful +2 +-1,500\.00 NGN/);
  });

  it('prints the file as it is, and ends with 0 when it adds up', async () => {
    server.script(json(200, statement()), csv(FILE));
    expect(await client('statement', DAY, '--csv')).toEqual({ out: FILE, err: '', exitCode: 0 });
  });

  it.each([
    ['a closed day does not add up', csv(FILE.replace('-50000', '-50001')), 1, 'lead to'],
    ['the download breaks off', cutInBody(200, FILE, 'text/csv'), 4, 'broke off'],
  ])('does not end with 0 when %s', async (_what, step, exitCode, words) => {
    server.script(json(200, statement()), step);
    const ran = await client('statement', DAY, '--csv');
    expect(ran).toMatchObject({ exitCode, err: expect.stringContaining(words) });
  });

  it('rejects another date format', async () => {
    expect((await client('statement', '20.11.2026')).exitCode).toBe(2);
    expect((await client('statement', DAY, '--csv', '--json')).exitCode).toBe(2);
  });
});

describe('usage', () => {
  it('explains every command and all of its options', async () => {
    const overview = (await client('--help')).out;
    for (const { name, summary, options } of COMMANDS) {
      expect(overview).toContain(summary);
      const { out, exitCode } = await client(...name.split(' '), '--help');
      expect(exitCode).toBe(0);
      for (const option of [...Object.keys(options), 'json', 'key-file'])
        expect(out).toContain(`--${option} `);
    }
    expect((await client()).out).toBe(overview);
  });

  it.each([
    ['an unknown command', ['sell'], 'no command sell'],
    ['an unknown option', ['balance', '--loud'], "Unknown option '--loud'. See bundlewire-client balance"],
    ['a missing argument', ['statement'], 'DAY is missing'],
    ['one argument too many', ['balance', 'now'], 'now is one argument too many'],
    ['an option without its value', ['bundles', '--network'], '--network'],
    ['a key file that is not there', ['balance', '--key-file', '/nowhere'], '/nowhere cannot be read'],
    ['http to another machine', ['balance', '--base-url', 'http://example.com'], 'without encryption'],
  ])('rejects %s before it sends anything', async (_what, args, words) => {
    server.script(json(200, {}));
    expect(await client(...args)).toMatchObject({ exitCode: 2, err: expect.stringContaining(words) });
    expect(server.seen).toEqual([]);
  });

  it('asks for the address and the key', async () => {
    const ran = (given: Record<string, string>) => runClient(['balance'], { environment: given });
    expect(await ran({})).toMatchObject({ exitCode: 2, err: expect.stringContaining('BUNDLEWIRE_BASE_URL') });
    const { BUNDLEWIRE_BASE_URL = '' } = environment;
    expect(await ran({ BUNDLEWIRE_BASE_URL })).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('BUNDLEWIRE_API_KEY'),
    });
  });
});
