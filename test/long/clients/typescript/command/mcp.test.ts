import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BUNDLE, KEY, PHONE, purchase } from '../../../../clients/conformance/objects.ts';
import { runClient } from '../../../../support/clients/command.ts';
import { type McpSession, openMcp } from '../../../../support/clients/mcp.ts';
import { type ShopServer, startShopServer } from '../../../../support/clients/shop-server.ts';

const MAIN = join(import.meta.dirname, '../../../../../clients/typescript/command/main.ts');
const BUYING = ['--allow-buying', '--cap', '2500.00 NGN'];

let server: ShopServer;
let mcp: McpSession;
beforeAll(async () => {
  server = await startShopServer(purchase);
});
afterAll(() => server.close());
afterEach(() => mcp?.close());

async function open(...options: readonly string[]): Promise<McpSession> {
  const env = { BUNDLEWIRE_BASE_URL: server.url, BUNDLEWIRE_API_KEY: KEY };
  mcp = await openMcp([process.execPath, MAIN, 'mcp', ...options], env);
  return mcp;
}

const buy = (reference: string, more: object = {}) =>
  mcp.call('buy_bundle', { reference, phone_number: PHONE, bundle_id: BUNDLE, ...more });
const left = async () =>
  (await mcp.call('preview_purchase', { phone_number: PHONE, bundle_id: BUNDLE })).data.left_of_cap;

describe('the MCP server', () => {
  it('only reads, unless it is started with a cap', async () => {
    server.behave('accept');
    await open();
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'find_purchases',
      'follow_batch',
      'follow_purchase',
      'get_balance',
      'list_batches',
      'list_bundles',
      'list_events',
      'list_networks',
      'preview_purchase',
      'read_statement',
    ]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect((await mcp.call('get_balance')).data).toMatchObject({ available: { amount: 10_000_000 } });
    const { data } = await mcp.call('preview_purchase', { phone_number: PHONE, bundle_id: BUNDLE });
    expect(data).toMatchObject({ can_be_bought: false, obstacles: ['buying_is_not_allowed'] });
    expect((await buy('order-1')).isError).toBe(true);
    expect(server.orders()).toBe(0);
  });

  it.each([
    ['a cap without permission', ['--cap', '10 NGN'], '--allow-buying'],
    ['permission without a cap', ['--allow-buying'], '--allow-buying needs'],
    ['a cap without a currency', ['--allow-buying', '--cap', '10'], 'currency'],
    ['a cap with too many decimals', ['--allow-buying', '--cap', '10.001 NGN'], '2 decimals'],
  ])('does not start with %s', async (_what, options, words) => {
    const environment = { BUNDLEWIRE_BASE_URL: server.url, BUNDLEWIRE_API_KEY: KEY };
    const ran = await runClient(['mcp', ...options], { environment });
    expect(ran).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining(words) });
  });

  it('writes only the protocol to standard output, and no phone number or key to standard error', async () => {
    server.behave('accept');
    await open(...BUYING);
    await buy('order-1');
    await mcp.call('find_purchases', { phone_number: PHONE });
    expect(mcp.protocolErrors).toEqual([]);
    await expect.poll(() => mcp.log()).toMatch(/find_purchases done \d+ ms .*\+23480…567/);
    expect(mcp.log()).toContain('buy_bundle done');
    expect(mcp.log()).not.toContain(PHONE.slice(1));
    expect(mcp.log()).not.toContain(KEY);
  });

  it('ends when the agent closes it', async () => {
    await open();
    const { pid } = mcp;
    await mcp.close();
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

describe('buying through the MCP server', () => {
  it('needs a reference', async () => {
    server.behave('accept');
    await open(...BUYING);
    const { isError } = await mcp.call('buy_bundle', { phone_number: PHONE, bundle_id: BUNDLE });
    expect([isError, server.orders()]).toEqual([true, 0]);
  });

  it('never passes the cap, even with concurrent calls', async () => {
    server.behave('accept');
    await open(...BUYING);
    const all = await Promise.all(Array.from({ length: 6 }, (_, nth) => buy(`order-${nth}`)));
    const codes = all.filter(({ isError }) => isError).map(({ data }) => data.error.code);
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'over_cap'));
    expect(server.accepted()).toHaveLength(2);
    expect(await left()).toEqual({ amount: 50_000, currency: 'NGN' });
  });

  it.each(['lose', 'accept_and_lose'] as const)(
    'keeps the amount of an unknown outcome (%s)',
    async (how) => {
      server.behave(how);
      await open(...BUYING);
      const lost = await Promise.all([buy('order-1'), buy('order-2')]);
      if (how === 'lose')
        expect(lost.map(({ data }) => data.error.code)).toEqual(lost.map(() => 'outcome_unknown'));
      const orders = server.orders();
      expect((await buy('order-3')).data.error).toMatchObject({ code: 'over_cap' });
      expect(server.orders()).toBe(orders);
      expect(await left()).toEqual({ amount: 50_000, currency: 'NGN' });
    },
  );

  it('takes the amount once when an unknown outcome is sent again with its reference', async () => {
    server.behave('lose');
    await open(...BUYING);
    expect((await buy('order-1')).data.error).toMatchObject({
      code: 'outcome_unknown',
      reference: 'order-1',
    });
    server.behave('accept');
    expect((await buy('order-1')).data).toMatchObject({ final: true, left_of_cap: { amount: 150_000 } });
    expect((await buy('order-1')).data).toMatchObject({ replayed: true, left_of_cap: { amount: 150_000 } });
    expect(server.accepted()).toEqual(['order-1']);
  });

  it('frees the amount of a refused purchase, and says what happened', async () => {
    server.behave('refuse');
    await open(...BUYING);
    expect((await buy('order-1')).data.error).toMatchObject({
      code: 'insufficient_balance',
      request_id: 'req_1',
    });
    expect(await left()).toEqual({ amount: 250_000, currency: 'NGN' });
  });

  it('refuses a reference that belongs to another purchase, and sends nothing', async () => {
    server.behave('accept');
    await open(...BUYING);
    await buy('order-1');
    const other = await buy('order-1', { phone_number: '+2348031234568' });
    expect(other.data.error).toMatchObject({ code: 'reference_conflict' });
    expect(server.orders()).toBe(1);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
