import { userInfo } from 'node:os';
import { readRange } from '../api/allow-list.ts';
import { replaceAllowedRanges } from '../db/allowed-ranges.ts';
import { createPool } from '../db/pool.ts';
import { readId } from '../domain/ids.ts';
import { findTarget } from './stack.ts';

/** `bundlewire allow`: prints what was changed, or one sentence and exit code 1. */
export async function setAllowedRanges(
  texts: readonly string[],
  options: { account?: string; reason: string },
): Promise<void> {
  try {
    const { databaseUrl, accountId } = findTarget(process.env);
    const account = readId('acc', options.account ?? accountId ?? '');
    if (account === null) throw new Error('Name the account: --account acc_…');
    const ranges = texts.map(rangeOf);

    const pool = createPool(databaseUrl, { max: 1, applicationName: 'bundlewire-cli' });
    try {
      const note = { operator: userInfo().username, reason: options.reason };
      await replaceAllowedRanges(pool, account, ranges, note);
    } finally {
      await pool.end();
    }
    const where = ranges.length === 0 ? 'anywhere' : `${ranges.join(', ')} alone`;
    console.log(`Keys of ${account} may be used from ${where}, within a second.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

function rangeOf(text: string): string {
  const range = readRange(text);
  if (range === null) {
    throw new Error(
      `${text} is no address and no range. Write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, with no bits set behind the prefix. Nothing was changed.`,
    );
  }
  return range;
}
