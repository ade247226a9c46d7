import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { addApiKey, createAccount, fundAccount, setWebhookEndpoint } from '../../db/accounts/accounts.ts';
import { createPool } from '../../db/pool.ts';
import { hashApiKey, newApiKey } from '../../domain/crypto/api-key.ts';
import { sealSecret } from '../../domain/crypto/sealed-secret.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { sellAllBundles } from '../../services/catalogue/demo/seed.ts';

/** What a developer needs to use the running stack. */
export interface DemoAccounts {
  readonly accountId: AccountId;
  /** For the live-mode account. */
  readonly apiKey: string;
  /** For the test-mode account. */
  readonly testApiKey: string;
  readonly webhookSigningSecret: string;
}

export interface DemoAccountsOptions {
  readonly databaseUrl: string;
  /** The SECRETS_KEY of the stack. */
  readonly secretsKey: string;
  /** Where the webhooks of both accounts go. */
  readonly webhookUrl: string;
  /** The funds that each account gets, in kobo. */
  readonly funding: MinorUnits;
  /** From an earlier start. The database holds only hashes of keys, so keys cannot be read back from it. */
  readonly kept: DemoAccounts | null;
}

const RATE_LIMIT_PER_SECOND = 100_000;

/** Opens and funds the demo accounts, and returns their keys. If the `kept` accounts still exist, returns those. */
export async function openDemoAccounts(options: DemoAccountsOptions): Promise<DemoAccounts> {
  const pool = createPool(options.databaseUrl, { max: 2, applicationName: 'bundlewire-dev' });
  try {
    if (options.kept !== null && (await keyExists(pool, options.kept.apiKey))) return options.kept;

    const webhookSigningSecret = `whsec_${randomBytes(24).toString('base64url')}`;
    const live = await openAccount(pool, options, webhookSigningSecret, true);
    const test = await openAccount(pool, options, webhookSigningSecret, false);
    return { accountId: live.accountId, apiKey: live.apiKey, testApiKey: test.apiKey, webhookSigningSecret };
  } finally {
    await pool.end();
  }
}

/**
 * Sends the webhooks of the demo accounts to another receiver, as after a start on another port. Endpoints with any other
 * address than `from` were set by someone, and stay.
 */
export async function moveWebhooks(
  databaseUrl: string,
  { apiKey, testApiKey }: Pick<DemoAccounts, 'apiKey' | 'testApiKey'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (from === to) return;
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'bundlewire-dev' });
  try {
    await pool.query({
      text: `
        UPDATE webhook_endpoints
           SET url = $3, delivered_at = NULL, failures = 0, updated_at = (SELECT app_now())
         WHERE account_id IN (SELECT account_id FROM api_keys WHERE key_hash = ANY ($1::bytea[])) AND url = $2`,
      values: [[hashApiKey(apiKey), hashApiKey(testApiKey)], from, to],
    });
  } finally {
    await pool.end();
  }
}

async function openAccount(
  pool: Pool,
  { secretsKey, webhookUrl, funding }: DemoAccountsOptions,
  webhookSigningSecret: string,
  livemode: boolean,
): Promise<{ accountId: AccountId; apiKey: string }> {
  const accountId = await createAccount(pool, {
    name: livemode ? 'Demo' : 'Demo (test mode)',
    livemode,
    currency: 'NGN',
    rateLimitPerSecond: RATE_LIMIT_PER_SECOND,
  });
  const apiKey = newApiKey(livemode);
  await addApiKey(pool, accountId, hashApiKey(apiKey), apiKey.slice(-4));
  const sealed = sealSecret(webhookSigningSecret, { current: Buffer.from(secretsKey, 'base64'), former: [] });
  await setWebhookEndpoint(pool, accountId, webhookUrl, sealed);
  await sellAllBundles(pool, accountId);
  await fundAccount(pool, accountId, {
    type: 'funding',
    amount: funding,
    operator: 'dev',
    reason: 'demo funding',
  });
  return { accountId, apiKey };
}

async function keyExists(pool: Pool, apiKey: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    text: 'SELECT 1 FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL',
    values: [hashApiKey(apiKey)],
  });
  return rowCount === 1;
}
