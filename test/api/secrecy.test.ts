import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, addKey, OF_NO_NETWORK, startApi } from '../support/api/fixture.ts';
import { balanceOf, bought, buy, call, order } from '../support/api/http.ts';
import { exchange, rawPost } from '../support/api/raw.ts';
import { expectBooksInOrder, refusalOf } from '../support/api/refusal.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.close());

const PHONE_NUMBER = '+2348031234567';
const SECRET = 'correct-horse-battery';
const FAILED = { status: 500, code: 'internal_error', retryable: true };

/** Runs `work` while the database fails unexpectedly. */
async function whileBroken(breakIt: string, fixIt: string, work: () => Promise<void>): Promise<void> {
  await api.pool.query(breakIt);
  try {
    await work();
  } finally {
    await api.pool.query(fixIt);
  }
}

function expectNoInternals(text: string): void {
  expect(text).not.toMatch(
    /relation|constraint|column|accounts|api_keys|purchases_|node_modules|\.ts|\bat \S+ \(|SELECT/,
  );
}

describe('an unexpected failure', () => {
  const CHECK = 'purchases_no_luck';
  const breakIt = `ALTER TABLE purchases ADD CONSTRAINT ${CHECK} CHECK (phone_number <> '${PHONE_NUMBER}')`;
  const fixIt = `ALTER TABLE purchases DROP CONSTRAINT ${CHECK}`;

  it('[purchases.500] [races.free] while buying shows nothing internal, places no hold and leaves the reference free', async () => {
    const body = order({ phone_number: PHONE_NUMBER, metadata: { note: SECRET } });
    const before = await balanceOf(api);
    await whileBroken(breakIt, fixIt, async () => {
      const answer = await buy(api, body);
      expect(refusalOf(answer)).toEqual(FAILED);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expectNoInternals(answer.text);
      expect((await buy(api, order())).status).toBe(201);
    });
    expect(await balanceOf(api)).toEqual([before[0] - 1_000, before[1] + 1_000]);
    expect((await buy(api, body)).status).toBe(201);
    await expectBooksInOrder(api);
  });

  it.each([
    ['the keys', 'api_keys', '/v1/balance'],
    ['the account', 'accounts', '/v1/balance'],
    ['a list', 'purchases', '/v1/purchases?phone_number=%2B2348031234567'],
    ['a purchase', 'purchases', '/v1/purchases/pur_00000000000000000000000000'],
  ])(
    '[errors.internal_error] [owasp.8] while reading %s shows nothing internal',
    async (_name, table, path) => {
      const fresh = await addKey(api.pool, api.client.accountId);
      const hidden = `ALTER TABLE ${table} RENAME TO ${table}_hidden`;
      await whileBroken(hidden, `ALTER TABLE ${table}_hidden RENAME TO ${table}`, async () => {
        const answer = await call(api, path, { key: fresh });
        expect(refusalOf(answer)).toEqual(FAILED);
        expectNoInternals(answer.text);
      });
      expect((await call(api, '/v1/balance', { key: fresh })).status).toBe(200);
    },
  );

  it('is logged with its request id', async () => {
    const hidden = 'ALTER TABLE purchases RENAME TO purchases_hidden';
    await whileBroken(hidden, 'ALTER TABLE purchases_hidden RENAME TO purchases', async () => {
      const answer = await call(api, '/v1/purchases');
      const lines = api.logged().split('\n');
      const line = lines.find((one) => one.includes(answer.headers.get('svc-request-id') ?? 'none'));
      expect(line).toContain('relation \\"purchases\\" does not exist');
    });
  });

  it('is logged without the row that it quotes', async () => {
    const raise = `
      ALTER TABLE purchases RENAME TO purchases_hidden;
      CREATE FUNCTION quote_row() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN RAISE 'bad luck' USING DETAIL = 'Failing row contains (${PHONE_NUMBER}).'; END $$;
      CREATE VIEW purchases AS SELECT * FROM purchases_hidden WHERE quote_row();
      GRANT SELECT ON purchases TO PUBLIC`;
    const mend = `
      DROP VIEW purchases; DROP FUNCTION quote_row; ALTER TABLE purchases_hidden RENAME TO purchases`;
    await bought(api);
    await whileBroken(raise, mend, async () => {
      expect(refusalOf(await call(api, '/v1/purchases'))).toEqual(FAILED);
    });
    expect(api.logged()).toContain('bad luck');
    expect(api.logged()).not.toContain(PHONE_NUMBER);
  });
});

describe('the log', () => {
  it('leads from a request id to the purchase, or to the reason why nothing was bought', async () => {
    const body = order();
    const answers = [
      await buy(api, { ...body, bundle_id: 'bnd_x' }),
      await buy(api, body),
      await buy(api, body),
    ];
    const lines = api.logged().trim().split('\n');
    const said = answers.map(({ headers }) => {
      const line = lines.find((one) => one.includes(`"request_id":"${headers.get('svc-request-id')}"`));
      return JSON.parse(line ?? '{}');
    });
    const account_id = api.client.accountId;
    const purchase_id = JSON.parse(answers[1]?.text ?? '').id;
    expect(said).toMatchObject([
      { account_id, code: 'bundle_unavailable', msg: 'a purchase was refused' },
      { account_id, purchase_id, msg: 'a purchase was accepted' },
      { account_id, purchase_id, msg: 'a purchase was replayed' },
    ]);
  });

  it('has no phone number, key or body, for every request and every failure', async () => {
    const { key } = api.client;
    const noisy = { phone_number: PHONE_NUMBER, metadata: { note: SECRET } };
    await buy(api, order(noisy));
    await buy(api, order({ ...noisy, bundle_id: 'bnd_x' }));
    await buy(api, order({ ...noisy, phone_number: OF_NO_NETWORK }));
    await buy(api, order({ ...noisy, extra: SECRET }));
    await buy(api, order({ ...noisy, [SECRET]: 1 }));
    await buy(api, `{"phone_number":"${PHONE_NUMBER}","${SECRET}`);
    await buy(api, order(noisy), { headers: { 'content-type': 'text/plain' } });
    await buy(api, order(noisy), { key: `${key}x` });
    await call(api, `/v1/purchases?phone_number=${encodeURIComponent(PHONE_NUMBER)}&api_key=${key}`);
    await call(api, `/v1/${SECRET}/${encodeURIComponent(PHONE_NUMBER)}`);
    await call(api, `/v1/purchases/${PHONE_NUMBER}%zz`);
    await call(api, `/gateways/net_mtn/callbacks/${SECRET}`, { method: 'POST', body: noisy, key: null });
    const bytes = rawPost(api, JSON.stringify(order(noisy)));
    await exchange(api, (socket) => socket.write(bytes.replace('HTTP/1.1', 'HTTP/9')));
    await exchange(api, (socket) => socket.end(bytes.slice(0, -20)));
    await exchange(api, (socket) => {
      socket.write(bytes.slice(0, -20));
      setTimeout(() => socket.resetAndDestroy(), 50);
    });

    const logged = api.logged();
    expect(logged).toContain('Server listening');
    for (const secret of [key, key.slice(8), PHONE_NUMBER, PHONE_NUMBER.slice(4), OF_NO_NETWORK, SECRET])
      expect(logged).not.toContain(secret);
    // Bytes are logged as numbers where a whole packet is.
    expect(logged).not.toContain('rawPacket');
  });
});
