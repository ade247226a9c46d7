import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../../../../tools/stack/servers/ports.ts';

it('ports that are chosen before a server listens on them differ, and can be listened on', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 500; count += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(ports[0], '127.0.0.1', resolve);
  });
  await new Promise((resolve) => server.close(resolve));
});
