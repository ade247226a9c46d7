import type { Pool } from 'pg';
import { listNetworkHealth, type NetworkHealth } from '../../db/networks/override.ts';

const POLL_MS = 500;

export interface HealthBoard {
  /** The networks, as last read. */
  readonly now: () => ReadonlyMap<string, NetworkHealth>;
  /** Names of the networks that have been unavailable. */
  readonly wereUnavailable: ReadonlySet<string>;
  stop(): Promise<void>;
}

/** Prints every change of a network's status as it happens. */
export function showHealth(pool: Pool, say: (line: string) => void): HealthBoard {
  let known = new Map<string, NetworkHealth>();
  const wereUnavailable = new Set<string>();
  const began = performance.now();

  const read = async () => {
    const next = new Map((await listNetworkHealth(pool)).map((health) => [health.networkId, health]));
    for (const health of next.values()) {
      const before = known.get(health.networkId)?.status ?? 'operational';
      if (health.status === 'unavailable') wereUnavailable.add(health.name);
      if (health.status === before) continue;
      const seconds = ((performance.now() - began) / 1_000).toFixed(0).padStart(4);
      const because =
        health.status === 'operational' ? '' : ` (${health.cause}): ${health.statusMessage ?? ''}`;
      say(`  ${seconds} s  ${health.name}: ${before} → ${health.status}${because}`);
    }
    known = next;
  };
  let reading = Promise.resolve();
  const timer = setInterval(() => {
    reading = reading.then(read).catch(() => {});
  }, POLL_MS);

  return {
    now: () => known,
    wereUnavailable,
    async stop() {
      clearInterval(timer);
      await reading;
    },
  };
}
