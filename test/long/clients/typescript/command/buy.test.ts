import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUNDLE, KEY, PHONE, PURCHASE_ID, page, purchase } from '../../../../clients/conformance/objects.ts';
import {
  cut,
  error,
  html,
  json,
  type ScriptedServer,
  silent,
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

const ORDER = [PHONE, BUNDLE, '--reference', 'order-1'];
const DELIVERED = purchase({
  status: 'successful',
  completed_at: '2026-11-20T20:38:30.000Z',
  delivery: { confirmed_at: '2026-11-20T20:38:30.000Z' },
});
const FAILED = purchase({
  status: 'failed',
  completed_at: '2026-11-20T20:38:30.000Z',
  failure: { code: 'number_barred', message: 'The number is barred.' },
});

const client = (...args: readonly string[]): Promise<Ran> => runClient(args, { environment });

describe('buy', () => {
  it('sends the order once, waits until it is final, and ends with 0', async () => {
    server.script(json(201, purchase()), json(200, purchase()), json(200, DELIVERED));
    const ran = await client('buy', ...ORDER, '--metadata', 'order=7', '--metadata', 'shop=a=b', '--json');
    expect(JSON.parse(ran.out)).toMatchObject({ id: PURCHASE_ID, status: 'successful', replayed: false });
    expect(ran.exitCode).toBe(0);
    const bodies = server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body.toString());
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      {
        reference: 'order-1',
        phone_number: PHONE,
        bundle_id: BUNDLE,
        metadata: { order: '7', shop: 'a=b' },
      },
    ]);
  });

  it('says where the money is, and ends with 1 when the purchase failed', async () => {
    server.script(json(201, purchase()), json(200, FAILED));
    const ran = await client('buy', ...ORDER);
    expect(ran).toMatchObject({ exitCode: 1, out: expect.stringMatching(/1,000\.00 NGN, not charged/) });
    expect(ran.out).toContain('The number is barred. (number_barred)');
  });

  it('shows the first purchase when the reference was used before', async () => {
    server.script(json(200, DELIVERED, { 'svc-idempotent-replay': 'true' }));
    const ran = await client('buy', ...ORDER);
    expect(ran).toMatchObject({ exitCode: 0, err: expect.stringContaining('Nothing new was bought') });
  });

  it('does not wait with --no-wait', async () => {
    server.script(json(201, purchase()));
    const ran = await client('buy', ...ORDER, '--no-wait');
    expect(ran).toMatchObject({ exitCode: 0, out: expect.stringMatching(/Status +pending/) });
    expect(server.seen).toHaveLength(1);
  });

  it('sends nothing without a reference', async () => {
    server.script(json(201, purchase()));
    for (const args of [
      [PHONE, BUNDLE],
      [PHONE, BUNDLE, '--reference', ''],
    ]) {
      const ran = await client('buy', ...args);
      expect(ran).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining('--reference') });
    }
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['the connection breaks each time', cut],
    ['something between sends HTML', html(502)],
  ])('ends with 3 and says what to do when %s', async (_what, step) => {
    server.script(step);
    const ran = await client('buy', ...ORDER, '--json');
    expect(ran).toMatchObject({ exitCode: 3, out: '' });
    const { error: found } = JSON.parse(ran.err);
    expect(found).toMatchObject({ code: 'outcome_unknown', reference: 'order-1', exit_code: 3 });
    expect(found.message).toContain('Run the same command again with --reference order-1');
    expect(found.message).toContain('bundlewire-client purchase --reference order-1');
    expect(server.seen.length).toBeGreaterThan(1);
  });

  it('ends with 3 when it is stopped after the order was sent', async () => {
    const stop = new AbortController();
    server.script(silent);
    const ending = runClient(['buy', ...ORDER], { environment, signal: stop.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    stop.abort();
    expect(await ending).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining('the command was stopped'),
    });
  });

  it('ends with 3 and the id when it is stopped while the purchase is pending', async () => {
    const stop = new AbortController();
    server.script(json(201, purchase()), json(200, purchase()));
    const ending = runClient(['buy', ...ORDER], { environment, signal: stop.signal });
    await expect.poll(() => server.seen.length).toBeGreaterThan(1);
    stop.abort();
    const ran = await ending;
    expect(ran).toMatchObject({ exitCode: 3, err: expect.stringContaining('its price is held') });
    expect(ran.err).toContain(`bundlewire-client purchase ${PURCHASE_ID} --wait`);
  });

  it.each([
    ['a refusal', error(402, 'insufficient_balance'), 1, 'insufficient_balance'],
    ['a wrong key', error(401, 'invalid_api_key'), 2, 'invalid_api_key'],
    ['a service that is busy', error(429, 'rate_limited', {}, { 'retry-after': '100' }), 4, 'rate_limited'],
  ])('tells %s from an unknown outcome', async (_what, step, exitCode, code) => {
    server.script(step);
    const ran = await client('buy', ...ORDER);
    expect(ran).toMatchObject({ exitCode, err: expect.stringContaining(code) });
    expect(ran.err).toContain('req_');
  });

  it('never prints the key, and reads it from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bundlewire-key-'));
    const path = join(folder, 'key');
    await writeFile(path, `${KEY}\n`);
    server.script(json(201, purchase()), json(200, DELIVERED));
    const ran = await runClient(['buy', ...ORDER, '--key-file', path], {
      environment: { BUNDLEWIRE_BASE_URL: server.url },
    });
    await rm(folder, { recursive: true });
    expect(ran.exitCode).toBe(0);
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    server.script(error(401, 'invalid_api_key'));
    const refused = await client('buy', ...ORDER);
    expect(ran.out + ran.err + refused.out + refused.err).not.toContain(KEY);
  });
});

describe('purchase', () => {
  it('finds a purchase by its reference, and ends with 1 when there is none', async () => {
    server.script(json(200, page([DELIVERED])));
    const found = await client('purchase', '--reference', 'order-1');
    expect(found).toMatchObject({ exitCode: 0, out: expect.stringContaining(PURCHASE_ID) });
    server.script(json(200, page([])));
    const none = await client('purchase', '--reference', 'order-2');
    expect(none).toMatchObject({ exitCode: 1, err: expect.stringContaining('safe to buy') });
  });

  it('waits with --wait, and shows a reversal as not done', async () => {
    const reversal = { reversed_at: '2026-11-20T20:40:00.000Z', reason: 'The network took it back.' };
    server.script(json(200, purchase()), json(200, { ...DELIVERED, status: 'reversed', reversal }));
    const ran = await client('purchase', PURCHASE_ID, '--wait');
    expect(ran).toMatchObject({ exitCode: 1, out: expect.stringContaining('1,000.00 NGN, refunded') });
  });

  it('needs either an id or a reference', async () => {
    expect((await client('purchase')).exitCode).toBe(2);
    expect((await client('purchase', PURCHASE_ID, '--reference', 'x')).exitCode).toBe(2);
  });
});
