import type { Client } from '@temporalio/client';
import type { Pool } from 'pg';
import type { AdmittedPurchase } from '../../../db/outbox/admission.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { DeliveryId, EventId } from '../../../domain/ids.ts';
import type { AdapterFor } from '../../../services/purchases/ports.ts';
import { createPurchaseServices } from '../../../services/purchases/services.ts';
import type { Deliveries } from '../../../services/webhooks/deliver.ts';
import type { RelayDeps } from '../../../worker/relay/relay.ts';
import type { TemporalLink } from '../../../worker/relay/temporal-link.ts';
import { NO_ALERTS } from '../no-alerts.ts';
import type { LedgerFixture } from '../purchases/fixture.ts';

/** A link to a Temporal server that never answers. */
export function temporalDown(): TemporalLink {
  return {
    isOpen: () => false,
    open() {},
    connected: Promise.resolve(null),
    unreachable: Promise.resolve(),
    call: () => Promise.reject(new Error('no connection to Temporal')),
    async stopConnecting() {},
    async close() {},
  };
}

/** A link whose calls go to this client. */
export function temporalOver(client: Client): TemporalLink {
  return { ...temporalDown(), isOpen: () => true, call: (work) => work(client) };
}

/** Deliveries that send nothing. */
export const NO_DELIVERIES: Deliveries<EventId | DeliveryId> = {
  read: () => Promise.resolve({ attempts: [], unreadable: [] }),
  begin: () => Promise.resolve([]),
  ask: () => Promise.resolve('no_endpoint'),
};

/** A single purchase as the relay admits it. */
export function admittedPurchase(wanted: Partial<AdmittedPurchase> = {}): AdmittedPurchase {
  return {
    outboxId: '',
    purchaseId: newId('pur'),
    accountId: newId('acc'),
    batchId: null,
    networkId: 'net_mtn',
    bundleId: 'bnd_1gb',
    publicReference: 'reference',
    resolveBy: new Date(Date.now() + 900_000),
    submitMode: 'local',
    gatewayTimeoutMs: 120_000,
    inquiryDelaysMs: [60_000],
    ...wanted,
  };
}

/** One pool for every use of the relay. */
export function onePool(pool: Pool): RelayDeps['pools'] {
  return { hotPath: pool, guard: pool, background: pool };
}

/** What a relay needs for callbacks and deadlines: everything over one pool, by default for networks without a gateway. */
export function relayPorts(
  { pool, settleLane }: Pick<LedgerFixture, 'pool' | 'settleLane'>,
  adapterFor: AdapterFor = () => null,
): Pick<RelayDeps, 'pools' | 'callbacks' | 'expirer'> {
  const { callbacks, expirer } = createPurchaseServices({
    pool,
    ledger: settleLane,
    adapterFor,
    alerts: NO_ALERTS,
  });
  return { pools: onePool(pool), callbacks, expirer };
}
