import { userInfo } from 'node:os';
import { readAllowedRanges } from '../config.ts';
import { changeWebhookUrl } from '../db/accounts.ts';
import { createPool } from '../db/pool.ts';
import { type AccountId, readId } from '../domain/ids.ts';
import { judgeReceiverUrl } from '../webhooks/receiver-address.ts';
import { findTarget } from './stack.ts';

/** The stack of npm start allows receivers on this machine. */
const ALLOWED_IN_DEVELOPMENT = ['127.0.0.1/32'];

/** `bundlewire webhook set`: prints what was changed, or one sentence and exit code 1. */
export async function setWebhook(url: string, options: { account?: string; reason: string }): Promise<void> {
  try {
    const { databaseUrl, accountId } = findTarget(process.env);
    const allowPrivate = accountId === null ? readAllowedRanges(process.env) : ALLOWED_IN_DEVELOPMENT;
    const account = accountOf(options.account ?? accountId);
    const verdict = judgeReceiverUrl(url, { allowPrivate });
    if (verdict.kind === 'refused') throw new Error(`${url} cannot be an endpoint: ${verdict.why}.`);

    const pool = createPool(databaseUrl, { max: 1, applicationName: 'bundlewire-cli' });
    try {
      const change = { url, operator: userInfo().username, reason: options.reason };
      const changed = await changeWebhookUrl(pool, account, change);
      if (!changed) throw new Error(`${account} has no webhook endpoint yet, or there is no such account.`);
    } finally {
      await pool.end();
    }
    console.log(`Webhooks of ${account} go to ${url}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

function accountOf(text: string | null): AccountId {
  const account = readId('acc', text ?? '');
  if (account === null) throw new Error('Name the account: --account acc_…');
  return account;
}
