import { isIP } from 'node:net';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { WEBHOOK_TIMEOUT_MS } from '../../domain/webhook/retry-schedule.ts';
import { readHost } from './receiver-address.ts';

/** Connections to receivers, kept for a while: one pool for each address that a receiver's name resolves to. */
export interface Connections {
  /**
   * Connections only to `address`, even if the name in `url` resolves to other ones. TLS must prove that name. A new connection
   * must be ready within `connectMs`, TLS included.
   */
  to(url: URL, address: string, connectMs: number): Dispatcher;
  close(): Promise<void>;
}

const POOLS_MAX = 2_000;

/** Keeps the pools that were used last; others are closed once their requests have ended. */
export function createConnections(): Connections {
  const pools = new Map<string, Pool>();

  return {
    to(url, address, connectMs) {
      const key = `${url.origin} ${address} ${connectMs}`;
      const pool = pools.get(key) ?? createPool(url, address, connectMs);
      pools.delete(key);
      pools.set(key, pool);
      if (pools.size > POOLS_MAX) retireOldest(pools);
      return pool;
    },

    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

function createPool(url: URL, address: string, connectMs: number): Pool {
  const host = readHost(url);
  const connect = buildConnector({ allowH2: false, timeout: connectMs });
  return new Pool(url.origin, {
    allowH2: false,
    pipelining: 1,
    // No limit: an attempt that waited for a connection would lose that time from the receiver's ten seconds.
    connections: null,
    clientTtl: 300_000,
    headersTimeout: WEBHOOK_TIMEOUT_MS,
    bodyTimeout: WEBHOOK_TIMEOUT_MS,
    maxHeaderSize: 16_384,
    connect: (options, callback) => connect({ ...options, hostname: address, ...serverName(host) }, callback),
  });
}

/** The name that TLS must prove. An address has no server name in TLS and is proved directly. */
function serverName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

function retireOldest(pools: Map<string, Pool>): void {
  for (const [key, pool] of pools) {
    pools.delete(key);
    void pool.close().catch(() => {});
    return;
  }
}
