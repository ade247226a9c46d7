import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../../../clients/typescript/src/verify-webhook.ts';
import { newApiKey } from '../../../../../domain/crypto/api-key.ts';
import { type ApiFixture, addKey, settle, startApi } from '../../../../support/api/fixture.ts';
import { bought } from '../../../../support/api/http.ts';
import { runClient as run } from '../../../../support/clients/command.ts';
import { type Answer, OK, type Receiver, startReceiver } from '../../../../support/webhooks/receiver.ts';

const SECRET = 'whsec_mine';

let api: ApiFixture;
let receiver: Receiver;
let answer: Answer;
let key: string;
/** Standard error so far. */
let warned: string;

beforeAll(async () => {
  api = await startApi();
  key = await addKey(api.pool, api.client.accountId, newApiKey(false));
});
afterAll(() => api.close());

beforeEach(async () => {
  answer = OK;
  warned = '';
  receiver = await startReceiver((response, nth) => answer(response, nth));
  return () => receiver.close();
});

async function makeEvents(count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const { id } = await bought(api);
    await settle(api, id, { kind: 'refused', code: 'number_barred' });
  }
}

function listen(count: number, further: readonly string[] = [], environment: Record<string, string> = {}) {
  const args = [
    'listen',
    '--forward',
    receiver.url,
    '--count',
    String(count),
    '--secret',
    SECRET,
    ...further,
  ];
  return run(args, {
    environment: { BUNDLEWIRE_BASE_URL: api.baseUrl, BUNDLEWIRE_API_KEY: key, ...environment },
    onErr: (text) => {
      warned += text;
    },
  });
}

/** The time of the database, from which this test's events count. */
async function now(): Promise<string> {
  const { rows } = await api.pool.query<{ at: Date }>(`SELECT app_now() AS at`);
  return rows[0]?.at.toISOString() ?? '';
}

describe('listening', () => {
  it('forwards events oldest first, each once, signed like webhooks, and shows the answers', async () => {
    const since = await now();
    await makeEvents(3);
    answer = (response, nth) => response.writeHead(nth === 2 ? 500 : 204).end(nth === 2 ? 'boom' : '');
    const { out, err, exitCode } = await listen(3, ['--since', since]);
    expect(exitCode).toBe(0);
    expect(err).toContain(`Signed with: ${SECRET}`);

    const ids = receiver.received.map(({ headers }) => String(headers['svc-event-id']));
    expect(new Set(ids).size).toBe(3);
    for (const { body, headers } of receiver.received) {
      expect(verifyWebhook(body, headers, [SECRET])).toEqual({ kind: 'genuine' });
      expect(JSON.parse(body.toString())).toMatchObject({ id: headers['svc-event-id'], object: 'event' });
      expect(headers['svc-event-type']).toBe('purchase.failed');
    }
    const { rows } = await api.pool.query<{ body: string }>(
      `SELECT body FROM events WHERE created_at >= $1 ORDER BY created_at, id`,
      [since],
    );
    expect(receiver.received.map(({ body }) => body.toString())).toEqual(rows.map(({ body }) => body));

    const lines = out.trim().split('\n');
    expect(lines.map((line) => /→ (\d+)/.exec(line)?.[1])).toEqual(['204', '500', '204']);
    expect(lines[1]).toContain('boom');
    expect(err).toMatch(/3 events forwarded, 1 not answered with 2xx\.\n$/);
  });

  it('starts with the events after its start, and forwards them as they happen', async () => {
    await makeEvents(2);
    const link = await startLink(api.port);
    const listening = listen(2, [], { BUNDLEWIRE_BASE_URL: link.url });
    // It has read the newest event, and polled once.
    await expect.poll(() => link.answered()).toBeGreaterThanOrEqual(2);
    await makeEvents(1);
    await expect.poll(() => receiver.received.length).toBe(1);
    await makeEvents(1);
    expect((await listening).exitCode).toBe(0);
    await link.cut();
    expect(receiver.received).toHaveLength(2);
  });

  it('waits while the API is away, and forwards the events of that time', async () => {
    const since = await now();
    await makeEvents(1);
    const link = await startLink(api.port);
    const listening = listen(4, ['--since', since], { BUNDLEWIRE_BASE_URL: link.url });
    await expect.poll(() => receiver.received.length).toBe(1);
    await link.cut();
    await makeEvents(3);
    await expect.poll(() => warned).toContain('does not answer');
    await link.restore();
    const { err, exitCode } = await listening;
    await link.cut();
    expect(exitCode).toBe(0);
    expect(err).toContain('does not answer');
    expect(err).toContain('answers again');
    const ids = receiver.received.map(({ headers }) => headers['svc-event-id']);
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
  });

  it('shows the error when no receiver listens at the address', async () => {
    const since = await now();
    await makeEvents(1);
    await receiver.close();
    const { out } = await listen(1, ['--since', since]);
    expect(out).toContain('✗ ');
    expect(out).toContain('ECONNREFUSED');
  });

  it.each([
    [
      'an address on another machine',
      ['listen', '--forward', 'https://hooks.example.com/'],
      'on this machine',
    ],
    [
      'a time without a zone',
      ['listen', '--forward', 'http://127.0.0.1:1/', '--since', '2026-11-20'],
      '--since',
    ],
    ['no events', ['listen', '--forward', 'http://127.0.0.1:1/', '--count', '0'], '--count'],
  ])('rejects %s', async (_name, args, words) => {
    const environment = { BUNDLEWIRE_BASE_URL: api.baseUrl, BUNDLEWIRE_API_KEY: key };
    expect(await run(args, { environment })).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining(words),
    });
  });

  it('rejects the key of a live account, and an unknown key', async () => {
    const live = await listen(1, [], { BUNDLEWIRE_API_KEY: api.client.key });
    expect(live).toMatchObject({ exitCode: 2, err: expect.stringContaining('live account') });
    const wrong = await listen(1, [], { BUNDLEWIRE_API_KEY: newApiKey(false) });
    expect(wrong).toMatchObject({ exitCode: 2, err: expect.stringContaining('invalid_api_key') });
  });
});

describe('triggering', () => {
  const trigger = (...args: readonly string[]) =>
    run(['trigger', ...args, '--json'], {
      environment: { BUNDLEWIRE_BASE_URL: api.baseUrl, BUNDLEWIRE_API_KEY: key },
      onErr: (text) => {
        warned += text;
      },
    });
  /** Settles the purchase that the command has made, as a worker would do. */
  async function settleIt(how: Parameters<typeof settle>[2]): Promise<string> {
    await expect.poll(() => warned).toMatch(/pur_\w+ is accepted/);
    const [id = ''] = /pur_\w+/.exec(warned) ?? [];
    await settle(api, id as Parameters<typeof settle>[1], how);
    return id;
  }

  it('buys with a number that leads to the event, and shows the event', async () => {
    const triggering = trigger('purchase.failed');
    const id = await settleIt({ kind: 'refused', code: 'number_barred' });
    const { out, exitCode } = await triggering;
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      type: 'purchase.failed',
      data: { object: { id, phone_number: '+2348030000003' } },
    });
  });

  it('ends with 1 when the event does not come', async () => {
    const triggering = trigger('purchase.successful', '--wait', '1');
    await settleIt({ kind: 'refused', code: 'number_barred' });
    const { err, exitCode } = await triggering;
    expect(exitCode).toBe(1);
    expect(err).toContain('had no event purchase.successful within 1 s');
  });

  it('rejects other event types, and the key of a live account', async () => {
    expect(await trigger('purchase.lost')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('purchase.reversed'),
    });
    const environment = { BUNDLEWIRE_BASE_URL: api.baseUrl, BUNDLEWIRE_API_KEY: api.client.key };
    const live = await run(['trigger', 'purchase.failed'], { environment });
    expect(live).toMatchObject({ exitCode: 2, err: expect.stringContaining('live account') });
  });
});

/** A proxy in front of the API that can be cut and restored. */
async function startLink(port: number) {
  let answered = 0;
  const forward = (): Server =>
    createServer((request, response) => {
      const headers = { authorization: String(request.headers.authorization) };
      fetch(`http://127.0.0.1:${port}${request.url ?? ''}`, { headers }).then(
        async (answer) => {
          response.writeHead(answer.status).end(await answer.text());
          answered += 1;
        },
        () => response.destroy(),
      );
    });
  const listenOn = (server: Server, onPort: number) =>
    new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve));
  let server = forward();
  await listenOn(server, 0);
  const { port: proxyPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    /** Requests answered so far. */
    answered: () => answered,
    async cut() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async restore() {
      server = forward();
      await listenOn(server, proxyPort);
    },
  };
}
