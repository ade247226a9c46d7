import type { GatewayAdapter, InquiryOutcome, SubmitOutcome } from '../../../adapters/adapter.ts';
import { readStandingAlerts } from '../../../db/networks/gateway-alerts.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { CALL, type GatewayFixture } from './gateway.ts';
import { createPurchasePorts, type PurchasePorts } from './ports.ts';

export const CONFIRMED = { kind: 'confirmed', confirmedAt: new Date(), networkReference: 'N1' } as const;

/** Ports whose gateway gives these answers in turn and repeats the last one. Callbacks contain their reading as JSON. */
export function scripted(
  { ports }: GatewayFixture,
  ...answers: (SubmitOutcome | InquiryOutcome)[]
): PurchasePorts {
  let nth = 0;
  const next = () => answers[Math.min(nth++, answers.length - 1)];
  const adapter: GatewayAdapter = {
    protocol: 'test',
    deduplicatesKey: true,
    inquiry: { inquire: async () => next() as InquiryOutcome },
    callbacks: {
      headers: [],
      receipt: '{}',
      read: ({ body }) => JSON.parse(body.toString()),
    },
    cancellation: { cancel: async () => next() as InquiryOutcome },
    orderList: null,
    wallet: null,
    isProduct: (productCode, product) => productCode === product,
    submit: async () => next() as SubmitOutcome,
    close: async () => {},
  };
  return createPurchasePorts({ ...ports, adapterFor: () => adapter });
}

export function submit(ports: PurchasePorts, purchaseId: PurchaseId, attempt = 1) {
  return submitPurchase(ports, { purchaseId, attempt, nextActionMs: 3_000 }, CALL);
}

export function inquire({ inquirer }: PurchasePorts, purchaseId: PurchaseId) {
  return inquirer.inquire({ purchaseId, source: 'inquiry', endWorkflow: false }, CALL);
}

/** The standing alerts of a kind, after all raised alerts are stored. */
export async function alertsOf({ alerts, pool }: GatewayFixture, kind: string) {
  await alerts.idle();
  return (await readStandingAlerts(pool)).filter((alert) => alert.kind === kind);
}

export async function contradictionsOf({ pool }: GatewayFixture, purchaseId: PurchaseId) {
  const { rows } = await pool.query<{ kind: string; times: number }>(
    `SELECT kind, times FROM contradictions WHERE purchase_id = $1 ORDER BY kind`,
    [uuidOf('pur', purchaseId)],
  );
  return rows;
}

export async function lateConfirmationsOf({ pool }: GatewayFixture, purchaseId: PurchaseId) {
  const { rows } = await pool.query<{ resolution: string | null }>(
    `SELECT resolution FROM late_confirmations WHERE purchase_id = $1`,
    [uuidOf('pur', purchaseId)],
  );
  return rows;
}
