import { pino } from 'pino';
import { buildApp } from '../api/app.ts';
import { createCursors } from '../api/cursor.ts';
import type { Document } from '../api/documentation/document.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { createPool } from '../db/pool.ts';
import { createAcceptLane } from '../lanes/accept-lane.ts';
import { createSettleLane } from '../lanes/settle-lane.ts';

/** Connects to nothing: pools connect when they are first asked. */
const NOWHERE = 'postgres://127.0.0.1:1/nowhere';

/** The OpenAPI document as the API serves it, from the very app; no server is needed. */
export async function readOpenApiDocument(): Promise<Document> {
  const pool = createPool(NOWHERE, { max: 1, applicationName: 'bundlewire-docs' });
  const catalogue = createCatalogue(pool);
  const onOutbox = () => {};
  const app = await buildApp({
    pool,
    keysPool: pool,
    catalogue,
    onOutbox,
    acceptLane: createAcceptLane({ pool, networks: catalogue.terms, onOutbox }),
    settleLane: createSettleLane({ pool, onOutbox }),
    cursors: createCursors(),
    adapterFor: () => null,
    alerts: { raise() {}, async idle() {} },
    gateways: { networks: {} },
    log: pino({ level: 'silent' }),
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  await pool.end();
  // As it is served: what JSON leaves out is not there.
  return JSON.parse(JSON.stringify(document));
}
