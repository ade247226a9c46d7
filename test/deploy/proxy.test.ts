import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../tools/stack/servers/ports.ts';
import { needsProgram } from '../support/installed.ts';

const CADDYFILE = join(import.meta.dirname, '..', '..', 'deploy', 'proxy', 'Caddyfile');

let seen: IncomingHttpHeaders[];
let api: Server;
let folder: string;
let caddy: ChildProcess | null;

beforeEach(async () => {
  seen = [];
  caddy = null;
  folder = mkdtempSync(join(tmpdir(), 'bundlewire-proxy-'));
  api = createServer((incoming, answer) => {
    seen.push(incoming.headers);
    answer.end('the API');
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  const running = caddy;
  if (running !== null && running.exitCode === null) {
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await exited;
  }
  await new Promise((resolve) => api.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** The answer to a request over TLS that claims to come from another address. */
function get(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false };
    const headers = { Host: `localhost:${port}`, 'X-Forwarded-For': '203.0.113.9' };
    request({ ...options, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}

it('the proxy of docker-compose.yml ends TLS, and replaces an address that a client claims to have', async (context) => {
  needsProgram(context, 'caddy', 'caddy');
  const [port, plain] = [await freePort(), await freePort()];
  const { port: apiPort } = api.address() as AddressInfo;
  caddy = spawn('caddy', ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      SITE_ADDRESS: `https://localhost:${port}`,
      API_ADDRESS: `127.0.0.1:${apiPort}`,
      HTTP_PORT: String(plain),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: 'ignore',
  });
  await expect.poll(() => get(port).catch(String)).toBe('the API');
  expect(seen.at(-1)).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
});
