import { acc, type Corruption } from './corruption.ts';

/** Changes the log as a superuser could, with the protecting triggers off. */
const changeLog = (...sql: readonly string[]) => [
  'ALTER TABLE audit_log DISABLE TRIGGER USER',
  'ALTER TABLE audit_heads DISABLE TRIGGER USER',
  ...sql,
];

/** Adds entries that the log did not make, with hashes as it would make them. */
const FORGE = `
  INSERT INTO audit_log (chain, seq, id, account_id, at, principal_kind, principal_id, action, subject, previous_hash, hash)
  SELECT chain, seq + 1, gen_random_uuid(), account_id, at, 'operator', 'eve', 'forged', 'account', hash, '\\x00'
    FROM audit_log`;
const REHASH = `UPDATE audit_log a SET hash = audit_hash(a)`;

const broken = { invariant: 13, also: [] } as const;

export const AUDIT: readonly Corruption[] = [
  {
    ...broken,
    what: 'the reason of an entry was changed',
    sql: ({ account }) =>
      changeLog(`UPDATE audit_log SET reason = 'other' WHERE seq = 2 AND account_id = ${acc(account)}`),
    row: ({ account }) => account,
    why: /^entry 2 was changed$/,
  },
  {
    ...broken,
    what: 'an entry was changed and given a fitting hash',
    sql: ({ account }) =>
      changeLog(
        `UPDATE audit_log SET principal_id = 'eve' WHERE seq = 2 AND account_id = ${acc(account)}`,
        `${REHASH} WHERE seq = 2 AND account_id = ${acc(account)}`,
      ),
    row: ({ account }) => account,
    why: /^entry 3 does not continue from entry 2$/,
  },
  {
    ...broken,
    what: 'an entry was removed from the middle',
    sql: ({ account }) => changeLog(`DELETE FROM audit_log WHERE seq = 2 AND account_id = ${acc(account)}`),
    row: ({ account }) => account,
    why: /^entry 3 follows entry 1\nentry 3 does not continue from entry 1$/,
  },
  {
    ...broken,
    what: 'an entry was inserted in the middle, and those behind it renumbered',
    sql: ({ account }) =>
      changeLog(
        `UPDATE audit_log SET seq = -seq - 1 + 1000 WHERE seq >= 3 AND account_id = ${acc(account)}`,
        `UPDATE audit_log SET seq = 1000 - seq WHERE seq > 500 AND account_id = ${acc(account)}`,
        `${FORGE} WHERE seq = 2 AND account_id = ${acc(account)}`,
        `${REHASH} WHERE seq = 3 AND account_id = ${acc(account)}`,
      ),
    row: ({ account }) => account,
    why: /entry 4 does not continue from entry 3\nentry 4 was changed/,
  },
  {
    ...broken,
    what: 'the last entries were removed',
    sql: ({ account }) => changeLog(`DELETE FROM audit_log WHERE seq >= 3 AND account_id = ${acc(account)}`),
    row: ({ account }) => account,
    why: /^ends with entry 2, but its head names entry \d+$/,
  },
  {
    ...broken,
    what: 'all entries were removed',
    sql: ({ account }) => changeLog(`DELETE FROM audit_log WHERE account_id = ${acc(account)}`),
    row: ({ account }) => account,
    why: /^ends with entry 0, but its head names entry \d+$/,
  },
  {
    ...broken,
    what: 'the last entry was exchanged for another one with a fitting hash',
    sql: ({ account }) => {
      const last = `account_id = ${acc(account)} AND seq = (SELECT max(seq) FROM audit_log WHERE account_id = ${acc(account)})`;
      return changeLog(`UPDATE audit_log SET subject = 'other' WHERE ${last}`, `${REHASH} WHERE ${last}`);
    },
    row: ({ account }) => account,
    why: /^its last entry, \d+, is not the one that its head names$/,
  },
  {
    ...broken,
    what: 'the head of a chain was removed',
    sql: ({ account }) => changeLog(`DELETE FROM audit_heads WHERE chain = ${acc(account)}`),
    row: ({ account }) => account,
    why: /^has entries, but its head was removed$/,
  },
];
