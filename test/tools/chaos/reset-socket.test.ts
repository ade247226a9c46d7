import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { resetSocket } from '../../../tools/chaos/run/reset-socket.ts';

/** A connection to a server that keeps it open. */
async function open(): Promise<{ socket: Socket; peer: Socket; close(): void }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const [peer] = (await accepted) as [Socket];
  return { socket, peer, close: () => void server.close() };
}

it('a connection is reset', async () => {
  const { socket, peer, close } = await open();
  const failed = once(peer, 'error');
  peer.resume();
  resetSocket(socket);
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
  close();
});

it('a connection that is just being ended closes, although it cannot be reset', async () => {
  const { socket, peer, close } = await open();
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  const closed = once(socket, 'close');
  socket.end();
  // Now the shutdown of the connection begins.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  resetSocket(socket);
  await closed;
  expect(errors).toEqual([]);
  peer.destroy();
  close();
});
