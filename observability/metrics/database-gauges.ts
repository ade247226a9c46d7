import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { pingDatabase } from '../../db/ping.ts';
import { reuse } from './reuse.ts';

type Set = (labels: Readonly<Record<string, string>>, value: number) => void;
type Specs = Readonly<Record<string, readonly [help: string, labelNames: readonly string[]]>>;

/** Registers gauges that one reading fills. Names are given without `bundlewire_`. */
export type GaugeGroup = (specs: Specs, read: (set: (name: string) => Set) => Promise<void>) => void;

const FRESH_MS = 1_000;

/**
 * Gauges that are read from PostgreSQL at each scrape. While PostgreSQL does not answer, they have no samples, and the
 * scrape returns the other metrics of the process.
 */
export function databaseGauges(registry: Registry, pool: Pool): GaugeGroup {
  const answers = reuse(async () => {
    const trouble = await pingDatabase(pool);
    return trouble === null || trouble === 'takes no writes';
  }, FRESH_MS);

  return (specs, read) => {
    const gauges = new Map<string, Gauge>();
    const collect = together(async () => {
      clear(gauges.values());
      if (!(await answers())) return;
      // A failed reading leaves no samples, so that no alert fires on a 0 that was never read.
      await read((name) => (labels, value) => gauges.get(name)?.set(labels, value)).catch(() =>
        clear(gauges.values()),
      );
    });
    for (const [name, [help, labels]] of Object.entries(specs)) {
      const labelNames = [...labels];
      gauges.set(
        name,
        new Gauge({ name: `bundlewire_${name}`, help, labelNames, registers: [registry], collect }),
      );
    }
  };
}

/** Every gauge of a group collects; all share the reading that the first one starts. */
function together(fill: () => Promise<void>): () => Promise<void> {
  let filling: Promise<void> | null = null;
  return () => {
    filling ??= fill().finally(() => {
      filling = null;
    });
    return filling;
  };
}

/** Removes all samples. `reset` alone leaves a 0 on a gauge without labels. */
function clear(gauges: Iterable<Gauge>): void {
  for (const gauge of gauges) {
    gauge.reset();
    gauge.remove({});
  }
}
