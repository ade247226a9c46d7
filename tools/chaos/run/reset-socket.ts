import type { Socket } from 'node:net';

/**
 * Ends a connection with a reset. One that is just being ended cannot be reset: Node would report EINVAL, never close it, and
 * then wait for it forever when the process ends. It is closed instead.
 */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
