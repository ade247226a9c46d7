import { pino } from 'pino';
import { buildApp } from '../../api/app.ts';
import { createAppParts } from '../../api/app-parts.ts';
import type { Document } from '../../api/documentation/document.ts';
import { createApiPools, endApiPools } from '../../api/pools.ts';
import { createCatalogue } from '../../services/catalogue/catalogue.ts';
import { createAcceptLane } from '../../services/purchases/accept-lane.ts';
import { createSettleLane } from '../../services/purchases/settle-lane.ts';

/** Connects to nothing: pools connect when they are first asked. */
const NOWHERE = 'postgres://127.0.0.1:1/nowhere';

/** The OpenAPI document for clients, as the API serves it. */
export async function readOpenApiDocument(): Promise<Document> {
  return (await readOpenApiDocuments()).document;
}

/** The OpenAPI documents for clients and for the staff, from the very app; no server is needed. */
export async function readOpenApiDocuments(): Promise<{
  readonly document: Document;
  readonly staff: Document;
}> {
  const pools = createApiPools(NOWHERE);
  const catalogue = createCatalogue(pools.purchases);
  const onOutbox = () => {};
  const parts = createAppParts({
    pools,
    catalogue,
    onOutbox,
    acceptLane: createAcceptLane({ pool: pools.lanes, networks: catalogue.terms, onOutbox }),
    ledger: createSettleLane({ pool: pools.lanes, onOutbox }),
    adapterFor: () => null,
    alerts: { raise() {} },
    gateways: { networks: {} },
    webhooks: { rules: { allowPrivate: [] }, secretsKeys: null },
    live: null,
    auth: null,
    simulatedNetworks: false,
  });
  const app = await buildApp({ ...parts, log: pino({ level: 'silent' }) });
  await app.ready();
  const documents = { document: app.swagger(), staff: app.staffDocument() };
  await app.close();
  await endApiPools(pools);
  // As it is served: what JSON leaves out is not there.
  return JSON.parse(JSON.stringify(documents));
}
