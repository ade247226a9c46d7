import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedNigeria } from '../../../services/catalogue/demo/seed.ts';
import { moveWebhooks, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { type DemoReceiver, keepReceiverPort, openDemoReceiver } from '../../../tools/stack/demo-receiver.ts';
import { freePort, readChosenPort } from '../../../tools/stack/servers/ports.ts';
import { choosePorts } from '../../../tools/stack/state.ts';
import { openTestDatabase } from '../../support/database.ts';
import { temporaryStateDir } from '../../support/state-dir.ts';

let stateDir: string;
beforeAll(() => {
  stateDir = temporaryStateDir();
});

/** Runs a test while another program listens on a port: this one, or any. */
async function besideStranger(port: number, test: (port: number) => Promise<void>): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  try {
    await test(typeof address === 'object' && address !== null ? address.port : 0);
  } finally {
    server.close();
    await once(server, 'close');
  }
}

describe('the receiver of npm start', () => {
  const opened: DemoReceiver[] = [];
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const receiver of opened.splice(0)) await receiver.close();
  });
  const open = async () => {
    const receiver = await openDemoReceiver(stateDir);
    opened.push(receiver);
    return receiver;
  };

  it('listens on the chosen port, and on that of the last start', async () => {
    const port = await freePort();
    vi.stubEnv('BUNDLEWIRE_WEBHOOK_PORT', String(port));
    const chosen = await open();
    expect(chosen).toMatchObject({
      url: `http://127.0.0.1:${port}/webhooks`,
      formerUrl: 'http://127.0.0.1:8989/webhooks',
    });
    expect((await fetch(chosen.url, { method: 'POST', body: '{}' })).status).toBe(401);
    keepReceiverPort(stateDir, chosen);
    await opened.pop()?.close();

    vi.unstubAllEnvs();
    const { url, formerUrl } = await open();
    expect([url, formerUrl]).toEqual([chosen.url, chosen.url]);
  });

  it('leaves a port on which another program listens', async () => {
    const last = await open();
    keepReceiverPort(stateDir, last);
    const { port } = new URL(last.url);
    await opened.pop()?.close();
    await besideStranger(Number(port), async () => {
      const { url, formerUrl } = await open();
      expect(formerUrl).toBe(last.url);
      expect(url).not.toBe(last.url);
    });
  });

  it('does not start if another program listens on the chosen port', async () => {
    await besideStranger(0, async (port) => {
      vi.stubEnv('BUNDLEWIRE_WEBHOOK_PORT', String(port));
      await expect(open()).rejects.toThrow(
        `Another program listens on port ${port} of 127.0.0.1. End it, or set BUNDLEWIRE_WEBHOOK_PORT to a free port.`,
      );
    });
  });

  it.each(['0', '65536', 'none', '1e3'])('does not start with the port %s', (value) => {
    expect(() => readChosenPort('BUNDLEWIRE_WEBHOOK_PORT', value)).toThrow(
      `BUNDLEWIRE_WEBHOOK_PORT is "${value}". Set it to a port from 1 to 65535.`,
    );
  });
});

describe('the ports of a stack', () => {
  it('are those that were chosen', async () => {
    const chosen = { variable: 'BUNDLEWIRE_API_PORT', port: await freePort() };
    expect(await choosePorts(stateDir, { api: 8080 }, { api: chosen })).toMatchObject({ api: chosen.port });
  });

  it('must be free if they were chosen', async () => {
    await besideStranger(0, async (port) => {
      const chosen = { variable: 'BUNDLEWIRE_API_PORT', port };
      await expect(choosePorts(stateDir, {}, { api: chosen })).rejects.toThrow(/set BUNDLEWIRE_API_PORT/);
    });
  });
});

it('the webhooks of the demo accounts follow the receiver, unless someone has set another address', async () => {
  const { url: databaseUrl, pool, close } = await openTestDatabase();
  try {
    await seedNigeria(pool);
    const [from, to] = ['http://127.0.0.1:8989/webhooks', 'http://127.0.0.1:9100/webhooks'];
    const secretsKey = Buffer.alloc(32).toString('base64');
    const settings = { databaseUrl, secretsKey, webhookUrl: from, funding: 1, kept: null };
    const accounts = await openDemoAccounts(settings);
    await openDemoAccounts(settings);
    const urls = async () => {
      const { rows } = await pool.query<{ url: string }>('SELECT url FROM webhook_endpoints ORDER BY url');
      return rows.map(({ url }) => url);
    };
    await moveWebhooks(databaseUrl, accounts, { from, to });
    expect(await urls()).toEqual([from, from, to, to]);
    await moveWebhooks(databaseUrl, accounts, { from, to: 'http://127.0.0.1:9200/webhooks' });
    expect(await urls()).toEqual([from, from, to, to]);
  } finally {
    await close();
  }
});
