import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { setWebhookEndpoint } from '../../db/accounts.ts';
import { sealSecret } from '../../domain/crypto/sealed-secret.ts';
import { type AccountId, type EventId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { createDeliveries, type Deliveries } from '../../webhooks/deliver.ts';
import { createSender } from '../../webhooks/send.ts';
import { createMoneySetting, type MoneySetting } from '../settlement/setting.ts';

export const SECRET = 'whsec_test';

export interface WebhookSetting extends MoneySetting {
  readonly deliveries: Deliveries;
  /** Deliveries of a process that reaches PostgreSQL through another pool. */
  deliveriesOver(pool: Pool): Deliveries;
  /** An account whose webhooks go to `url`; with null it has no endpoint. */
  openAccountAt(url: string | null): Promise<AccountId>;
  /** Puts a secret that was sealed with a key that is not ours; the answered function puts the usual one back. */
  spoilSecret(accountId: AccountId): Promise<() => Promise<void>>;
  /** Fails so many purchases of an account; their events wait for their first attempt. */
  makeEvents(accountId: AccountId, count: number): Promise<EventId[]>;
}

export async function createWebhookSetting(): Promise<WebhookSetting> {
  const setting = await createMoneySetting();
  const secretsKeys = { current: randomBytes(32), former: [] };
  const sender = createSender({ allowPrivate: ['127.0.0.1/32'] });
  const { pool, woken } = setting;
  const onOutbox = (queues: ReadonlySet<string>) => queues.forEach((queue) => void woken.add(queue));
  const deliveriesOver = (over: Pool) => createDeliveries({ pool: over, sender, secretsKeys, onOutbox });

  return {
    ...setting,
    deliveries: deliveriesOver(pool),
    deliveriesOver,
    async openAccountAt(url) {
      const accountId = await setting.openAccount();
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
    makeEvents: (accountId, count) => makeEvents(setting, accountId, count),
    async close() {
      await sender.close();
      await setting.close();
    },
  };
}

async function makeEvents(setting: MoneySetting, accountId: AccountId, count: number): Promise<EventId[]> {
  const bought = await setting.buyMany(accountId, count);
  const news = { kind: 'refused', code: 'number_barred' } as const;
  await Promise.all(
    bought.map((purchaseId) =>
      setting.settleLane.settle(accountId, { purchaseId, news, endWorkflow: false }),
    ),
  );
  const { rows } = await setting.pool.query<{ id: string }>(
    `SELECT id FROM events WHERE subject_id = ANY ($1::uuid[]) ORDER BY id`,
    [bought.map((id) => uuidOf('pur', id))],
  );
  return rows.map(({ id }) => idFromUuid('evt', id));
}
