import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { readProvedVolume } from '../../db/purchases/proved-volume.ts';
import { databaseGauges } from './database-gauges.ts';
import { reuse } from './reuse.ts';

/** The volume of a day that has ended changes only when someone reconciles it late. */
const VOLUME_FRESH_MS = 3_600_000;

/** Adds gauges of the share of charged volume that carriers' lists prove, read from PostgreSQL once an hour. */
export function addProvedVolume(registry: Registry, pool: Pool): void {
  const read = reuse(() => readProvedVolume(pool), VOLUME_FRESH_MS);
  databaseGauges(registry, pool)(
    {
      charged_volume: ['Charged on the day before yesterday, in minor units', ['currency']],
      proved_volume: [
        "The part of it that was compared with the gateway's list within 24 h after the day",
        ['currency'],
      ],
    },
    async (set) => {
      for (const { currency, charged, proved } of await read()) {
        set('charged_volume')({ currency }, charged);
        set('proved_volume')({ currency }, proved);
      }
    },
  );
}
