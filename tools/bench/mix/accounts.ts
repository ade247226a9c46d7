import type { Pool } from 'pg';
import { addApiKey, createAccount, fundAccount, setWebhookEndpoint } from '../../../db/accounts/accounts.ts';
import { hashApiKey, newApiKey } from '../../../domain/crypto/api-key.ts';
import { sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import { sellAllBundles } from '../../../services/catalogue/demo/seed.ts';
import type { Client } from '../batch-fixture.ts';

export interface NewClients {
  readonly pool: Pool;
  readonly apiUrl: string;
  /** The SECRETS_KEY of the stack. */
  readonly secretsKey: string;
  /** One per account: where its webhooks go. */
  readonly webhookUrls: readonly string[];
}

/** Opens an account for each endpoint, with funds and a key that no limit slows. */
export function openClients({ pool, apiUrl, secretsKey, webhookUrls }: NewClients): Promise<Client[]> {
  const sealed = sealSecret('whsec_bench', { current: Buffer.from(secretsKey, 'base64'), former: [] });
  return Promise.all(
    webhookUrls.map(async (url) => {
      const account = { name: 'bench', livemode: true, currency: 'NGN', rateLimitPerSecond: 1_000_000 };
      const id = await createAccount(pool, account);
      await sellAllBundles(pool, id);
      await fundAccount(pool, id, { type: 'funding', amount: 1e15, operator: 'bench', reason: 'benchmark' });
      await setWebhookEndpoint(pool, id, url, sealed);
      const apiKey = newApiKey(true);
      await addApiKey(pool, id, hashApiKey(apiKey), apiKey.slice(-4));
      return { apiUrl, apiKey };
    }),
  );
}
