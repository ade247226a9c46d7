import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiProcesses, balanceStatus, startApiProcesses } from '../support/api/processes.ts';

const CONNECTIONS = 10_000;
/** Files that the process itself needs. */
const SPARE = 500;
const TOGETHER = 100;

let apis: ApiProcesses;
beforeAll(async () => {
  apis = await startApiProcesses(1, {});
});
afterAll(() => apis.close());

/** As many connections as this machine lets one process open. */
function possible(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits: { open_files: { soft: number | string } };
  };
  const { soft } = userLimits.open_files;
  return Math.min(CONNECTIONS, typeof soft === 'number' ? soft - SPARE : CONNECTIONS);
}

/** Opens a connection, sends one request on it, and leaves it open. */
async function openIdle(url: string, key: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('close', () => reject(new Error('refused')));
  });
  socket.write(`GET /v1/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

it(`${CONNECTIONS.toLocaleString('en')} idle connections do not keep other clients from being served`, async (context) => {
  const [url = ''] = apis.urls;
  const count = possible();
  if (count < 1_000) context.skip(`this machine lets a process open no more than ${count} files`);
  const idle: Socket[] = [];
  try {
    while (idle.length < count) {
      const wave = Array.from({ length: Math.min(TOGETHER, count - idle.length) }, () =>
        openIdle(url, apis.client.key),
      );
      idle.push(...(await Promise.all(wave)));
    }
    for (let asked = 0; asked < 50; asked++) expect(await balanceStatus(url, apis.client.key)).toBe(200);
    const kept = idle.filter(({ destroyed }) => !destroyed).length;
    console.log(`${kept} of ${count} idle connections kept`);
    // The first may have been idle for longer than the API keeps a connection.
    expect(kept).toBeGreaterThan(count / 2);
  } finally {
    for (const socket of idle) socket.destroy();
  }
});
