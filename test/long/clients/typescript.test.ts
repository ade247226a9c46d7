import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../../clients/typescript/src/version.ts';
import { type DemoAccounts, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { freePort } from '../../../tools/stack/servers/ports.ts';
import { openMcp } from '../../support/clients/mcp.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const TSC = join(ROOT, 'node_modules', '.bin', 'tsc');
const run = promisify(execFile);
const UPLOAD_BYTES = 200 * 1_024 * 1_024;
/** The buffers of streams and the collector need some; the whole file would be 200 MiB. */
const GROWTH_BYTES_MAX = 96 * 1_024 * 1_024;
const [PHONE, BUNDLE] = ['+2348031234567', 'bnd_mtn_ng_1gb_30d'];

/** Node of the machine, which is often older than the project's; else the project's. */
const NODE =
  execFileSync('sh', ['-c', 'which -a node'], { encoding: 'utf8' })
    .split('\n')
    .find((path) => path.startsWith('/') && !path.includes('node_modules')) ?? process.execPath;

let folder: string;
beforeAll(async () => {
  mkdirSync(join(ROOT, '.bundlewire'), { recursive: true, mode: 0o700 });
  folder = mkdtempSync(join(ROOT, '.bundlewire', 'package-'));
  // A copy, so that nothing is built in the sources.
  const copy = join(folder, 'clients', 'typescript');
  cpSync(join(ROOT, 'clients', 'typescript'), copy, { recursive: true });
  cpSync(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: copy });
  for (const type of ['module', 'commonjs']) {
    const project = join(folder, type);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'shop', private: true, type }));
    const archive = join(folder, `bundlewire-${VERSION}.tgz`);
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: project });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program of a project with the machine's Node. Returns what it prints. */
async function execute(type: string, name: string, code: string, env: Record<string, string> = {}) {
  writeFileSync(join(folder, type, name), code);
  const { stdout } = await run(NODE, [name], { cwd: join(folder, type), env: { ...process.env, ...env } });
  return stdout;
}

describe('the archive', () => {
  it('has the version of its sources', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'clients/typescript/package.json'), 'utf8'));
    expect(version).toBe(VERSION);
  });

  it.each([
    ['module', 'a.mjs', "import { VERSION, createClient } from 'bundlewire';"],
    ['commonjs', 'a.cjs', "const { VERSION, createClient } = require('bundlewire');"],
  ])('is a dependency of a %s project', async (type, name, imports) => {
    const code = `${imports}\nconsole.log(VERSION, typeof createClient);\n`;
    expect(await execute(type, name, code)).toBe(`${VERSION} function\n`);
  });

  it('has only what users need, and no dependencies', () => {
    const installed = join(folder, 'module', 'node_modules');
    const lock = JSON.parse(readFileSync(join(installed, '.package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages)).toEqual(['node_modules/bundlewire']);
    const found = execFileSync('find', [join(installed, 'bundlewire'), '-name', '*.ts'], {
      encoding: 'utf8',
    });
    expect(found).not.toMatch(/conformance|(?<!\.d)\.ts$/m);
  });

  it('has a command that runs in an empty folder', async () => {
    const command = join(folder, 'module', 'node_modules', '.bin', 'bundlewire-client');
    const { stdout } = await run(NODE, [command, '--version'], { cwd: tmpdir() });
    expect(stdout).toBe(`${VERSION}\n`);
    const failed = await run(NODE, [command, 'balance'], { cwd: tmpdir() }).catch((error) => error);
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('BUNDLEWIRE_BASE_URL') });
  });

  it.each(['module', 'commonjs'])('has types for a strict %s project of tsc --init', async (type) => {
    const project = join(folder, type);
    await run(TSC, ['--init'], { cwd: project });
    writeFileSync(
      join(project, 'shop.ts'),
      `import { ApiError, createClient, type Purchase, verifyWebhook } from 'bundlewire';
export async function buy(): Promise<Purchase | ApiError> {
  const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'bw_test_x' });
  // @ts-expect-error the reference is missing
  await client.purchases.create({ phone_number: '', bundle_id: '' });
  const verdict: string = verifyWebhook('', {}, []).kind;
  for await (const { id } of client.purchases.list({ status: 'pending' })) return client.purchases.get(id + verdict);
  throw new Error();
}
`,
    );
    // A CommonJS project may write imports once it turns this off.
    const options = type === 'commonjs' ? ['--verbatimModuleSyntax', 'false'] : [];
    await run(TSC, ['--noEmit', '-p', project, ...options]).catch(({ stdout }) => expect(stdout).toBe(''));
  });
});

describe('an upload of 200 MB', () => {
  it.each([
    ['by its path', `'large.csv'`, 'upload'],
    ['as a stream', `() => Readable.toWeb(createReadStream('large.csv'))`, 'create'],
  ])('%s does not grow the process by the size of the file', async (_how, content, call) => {
    const sink = await startSink();
    writeFileSync(join(folder, 'module', 'small.csv'), 'phone_number,bundle_id\n');
    writeFileSync(join(folder, 'module', 'large.csv'), Buffer.alloc(UPLOAD_BYTES, '1'));
    const code = `import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createClient } from 'bundlewire';
const { batches } = createClient({ baseUrl: process.env.SINK, apiKey: 'bw_test_x' });
await batches.upload('small.csv', { reference: 'small' });
const before = process.memoryUsage.rss();
let peak = before;
const looking = setInterval(() => { peak = Math.max(peak, process.memoryUsage.rss()); }, 20);
const { bytes } = await batches.${call}(${content}, { reference: 'large' });
clearInterval(looking);
console.log(JSON.stringify({ bytes, grown: peak - before }));
`;
    const output = await execute('module', 'upload.mjs', code, { SINK: sink.url }).finally(sink.close);
    const { bytes, grown } = JSON.parse(output);
    console.log(`Grown by ${Math.round(grown / 1_048_576)} MiB.`);
    expect(bytes).toBe(UPLOAD_BYTES);
    expect(grown).toBeLessThan(GROWTH_BYTES_MAX);
  });
});

/** A server that reads uploads, answers with their size, and keeps nothing. */
async function startSink(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () =>
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ bytes })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

describe('on a running stack', () => {
  let scenario: Scenario;
  let accounts: DemoAccounts;
  let port: number;
  beforeAll(async () => {
    scenario = await startScenario();
    port = await freePort();
    accounts = await openDemoAccounts({
      databaseUrl: scenario.stack.databaseUrl,
      secretsKey: scenario.stack.secretsKey,
      webhookUrl: `http://127.0.0.1:${port}/webhooks`,
      funding: 1_000_000,
      kept: null,
    });
  });
  afterAll(() => scenario?.close());

  it('has a quick start that leads from nothing to a verified webhook in under 30 lines', async () => {
    const readme = readFileSync(join(ROOT, 'clients', 'typescript', 'README.md'), 'utf8');
    const [, code = ''] = /^```ts\n(.*?)^```/ms.exec(readme) ?? [];
    expect(code.split('\n').length).toBeLessThan(30);
    // The receiver would keep it running.
    const enough =
      'let lines = 0;\nconst log = console.log;\nconsole.log = (...all) => (log(...all), ++lines === 2 && process.exit());\n';
    const output = await execute('module', 'quick-start.mjs', enough + code, {
      BASE_URL: scenario.stack.apiUrl,
      API_KEY: accounts.apiKey,
      WEBHOOK_SECRET: accounts.webhookSigningSecret,
      PORT: String(port),
    });
    expect(output.split('\n').toSorted()).toEqual(['', 'purchase.successful order-1001', 'successful ']);
  });

  const command = () => join(folder, 'module', 'node_modules', '.bin', 'bundlewire-client');
  const access = () => ({
    BUNDLEWIRE_BASE_URL: scenario.stack.apiUrl,
    BUNDLEWIRE_API_KEY: accounts.apiKey,
  });
  const client = async (...args: readonly string[]) =>
    (await run(NODE, [command(), ...args], { cwd: tmpdir(), env: { ...process.env, ...access() } })).stdout;

  it('has a command that buys, runs a campaign, and prints a statement that adds up', async () => {
    const bought = await client('buy', PHONE, BUNDLE, '--reference', 'command-1', '--json');
    expect(JSON.parse(bought)).toMatchObject({ status: 'successful', replayed: false });
    const again = await client('buy', PHONE, BUNDLE, '--reference', 'command-1', '--json');
    expect(JSON.parse(again)).toMatchObject({ id: JSON.parse(bought).id, replayed: true });

    const file = join(folder, 'campaign.csv');
    writeFileSync(file, `phone_number,bundle_id\n+2348031234568,${BUNDLE}\n`);
    expect(await client('batch', 'run', file, '--yes')).toMatch(/Delivered +1\n/);
    expect(readFileSync(join(folder, 'campaign.results.csv'), 'utf8')).toContain('successful');

    const day = new Date().toISOString().slice(0, 10);
    expect(await client('statement', day, '--csv')).toMatch(/,command-1,/);
  });

  it('has an MCP server that buys up to its cap', async () => {
    const cap = ['--allow-buying', '--cap', '1000.00 NGN'];
    const mcp = await openMcp([NODE, command(), 'mcp', ...cap], access());
    const order = (reference: string) => ({ reference, phone_number: PHONE, bundle_id: BUNDLE });
    const { data: preview } = await mcp.call('preview_purchase', { phone_number: PHONE, bundle_id: BUNDLE });
    expect(preview).toMatchObject({ can_be_bought: true, price: { amount: 100_000 } });
    const { data: bought } = await mcp.call('buy_bundle', order('agent-1'));
    expect(bought).toMatchObject({
      final: true,
      object: { status: 'successful' },
      left_of_cap: { amount: 0 },
    });
    expect((await mcp.call('buy_bundle', order('agent-2'))).data.error).toMatchObject({ code: 'over_cap' });
    await mcp.close();
  });
});
