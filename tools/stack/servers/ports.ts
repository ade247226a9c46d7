import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BringUpError } from '../failure.ts';

const LOOPBACK = '127.0.0.1';

/** Below the range of ports that Linux uses for outgoing connections, so that they never conflict. */
const PORTS = { from: 20_000, count: 12_000 };
const TRIES = 50;
/** A file per port, for all stacks of this user. */
const RESERVED = join(tmpdir(), `bundlewire-ports-${process.getuid?.() ?? 0}`);
const RESERVED_MS = 5 * 60_000;
const PREFERRED_TRIES = 20;
const PREFERRED_PAUSE_MS = 100;

/** The preferred TCP port if it is free on 127.0.0.1, otherwise a free port that outgoing connections do not use. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && preferred !== 0 && (await becomesFree(preferred))) return preferred;
  for (let tries = 0; tries < TRIES; tries++) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
    if (reserve(port) && (await tryPort(port)) !== null) return port;
  }
  throw new Error('No TCP port of 127.0.0.1 is free.');
}

/**
 * Keeps a port from being chosen again before its server listens, also by another stack that starts at the same time. Nothing
 * releases it earlier: there are far more ports than stacks that start in this time.
 */
function reserve(port: number): boolean {
  mkdirSync(RESERVED, { recursive: true });
  const file = join(RESERVED, String(port));
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    const reservedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - reservedAt < RESERVED_MS) return false;
    rmSync(file, { force: true });
    return reserve(port);
  }
}

/** A port that someone chose, and the environment variable that names it. */
export interface ChosenPort {
  readonly variable: string;
  readonly port: number;
}

/** The port that an environment variable chooses; null if it is not set. @throws BringUpError if its value is no port. */
export function readChosenPort(variable: string, value: string | undefined): ChosenPort | null {
  if (value === undefined || value === '') return null;
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port < 1 || port > 65_535)
    throw new BringUpError(`${variable} is "${value}". Set it to a port from 1 to 65535.`);
  return { variable, port };
}

/** The port that was chosen. @throws BringUpError if another program listens on it. */
export async function requireFree({ variable, port }: ChosenPort): Promise<number> {
  if (await becomesFree(port)) return port;
  throw new BringUpError(
    `Another program listens on port ${port} of ${LOOPBACK}. End it, or set ${variable} to a free port.`,
  );
}

/** A server that was just killed holds its port until its process is gone. */
async function becomesFree(port: number): Promise<boolean> {
  for (let tries = 0; tries < PREFERRED_TRIES; tries++) {
    if ((await tryPort(port)) !== null) return true;
    await sleep(PREFERRED_PAUSE_MS);
  }
  return false;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : null;
      server.close(() => resolve(bound));
    });
  });
}
