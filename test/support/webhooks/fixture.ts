import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { setWebhookEndpoint } from '../../../db/accounts/accounts.ts';
import { type SecretsKeys, sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import { type AccountId, type DeliveryId, type EventId, idFromUuid, uuidOf } from '../../../domain/ids.ts';
import type { Deliveries } from '../../../services/webhooks/deliver.ts';
import { createClientDeliveries, createDeliveries } from '../../../services/webhooks/deliveries.ts';
import { createSender, type SenderParts } from '../../../services/webhooks/send.ts';
import { createLedgerFixture, type LedgerFixture } from '../purchases/fixture.ts';

export const SECRET = 'whsec_test';

export interface WebhookFixture extends LedgerFixture {
  readonly deliveries: Deliveries;
  /** Deliveries to the endpoints that clients set. */
  readonly clientDeliveries: Deliveries<DeliveryId>;
  /** Seals the secrets of endpoints. */
  readonly secretsKeys: SecretsKeys;
  /** Deliveries of a process that reaches PostgreSQL through another pool. */
  deliveriesOver(pool: Pool): Deliveries;
  /** An account whose webhooks go to `url`; with null it has no endpoint. */
  openAccountAt(url: string | null): Promise<AccountId>;
  /** Stores a secret sealed with an unknown key; the returned function restores the usual one. */
  spoilSecret(accountId: AccountId): Promise<() => Promise<void>>;
  /** Fails this many purchases of an account; their events wait for their first attempt. */
  makeEvents(accountId: AccountId, count: number): Promise<EventId[]>;
}

export async function createWebhookFixture(parts: SenderParts = {}): Promise<WebhookFixture> {
  const fixture = await createLedgerFixture();
  const secretsKeys = { current: randomBytes(32), former: [] };
  const sender = createSender({ allowPrivate: ['127.0.0.1/32'] }, parts);
  const { pool, woken } = fixture;
  const onOutbox = (queues: ReadonlySet<string>) => queues.forEach((queue) => void woken.add(queue));
  const deliveriesOver = (over: Pool) => createDeliveries({ pool: over, sender, secretsKeys, onOutbox });

  return {
    ...fixture,
    deliveries: deliveriesOver(pool),
    clientDeliveries: createClientDeliveries({ pool, sender, secretsKeys, onOutbox }),
    secretsKeys,
    deliveriesOver,
    async openAccountAt(url) {
      const accountId = await fixture.openAccount();
      if (url !== null) await setWebhookEndpoint(pool, accountId, url, sealSecret(SECRET, secretsKeys));
      return accountId;
    },
    async spoilSecret(accountId) {
      const put = async (sealed: Buffer) => {
        const values = [uuidOf('acc', accountId), sealed];
        await pool.query(`UPDATE webhook_endpoints SET sealed_secret = $2 WHERE account_id = $1`, values);
      };
      await put(sealSecret(SECRET, { current: randomBytes(32), former: [] }));
      return () => put(sealSecret(SECRET, secretsKeys));
    },
    makeEvents: (accountId, count) => makeEvents(fixture, accountId, count),
    async close() {
      await sender.close();
      await fixture.close();
    },
  };
}

async function makeEvents(fixture: LedgerFixture, accountId: AccountId, count: number): Promise<EventId[]> {
  const bought = await fixture.buyMany(accountId, count);
  const report = { kind: 'refused', code: 'number_barred' } as const;
  await Promise.all(
    bought.map((purchaseId) =>
      fixture.settleLane.settle(accountId, { purchaseId, report, endWorkflow: false }),
    ),
  );
  const { rows } = await fixture.pool.query<{ id: string }>(
    `SELECT id FROM events WHERE subject_id = ANY ($1::uuid[]) ORDER BY id`,
    [bought.map((id) => uuidOf('pur', id))],
  );
  return rows.map(({ id }) => idFromUuid('evt', id));
}
