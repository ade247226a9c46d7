import { acc, type Corruption, key, pur } from './corruption.ts';

const broken = { invariant: 14, also: [], row: ({ key: id }) => id } as const satisfies Partial<Corruption>;

export const CAPS: readonly Corruption[] = [
  {
    ...broken,
    what: 'the counter of a key forgot a purchase',
    sql: ({ key: id }) => [`UPDATE key_caps SET day_spent = 0 WHERE key_id = ${key(id)}`],
    why: /^counts 0 on 2026-03-03, but its purchases of that day come to 2000 \(acc_/,
  },
  {
    ...broken,
    what: 'the counter of a key still has a purchase that failed',
    sql: ({ key: id }) => [`UPDATE key_caps SET day_spent = 2900 WHERE key_id = ${key(id)}`],
    why: /^counts 2900 on 2026-03-03, but its purchases of that day come to 2000 \(acc_/,
  },
  {
    ...broken,
    what: 'a key bought for more than its cap of a day',
    sql: ({ key: id, queued, successful }) => [
      `UPDATE purchases SET key_id = ${key(id)} WHERE id IN (${pur(queued)}, ${pur(successful)})`,
      `UPDATE key_caps SET day_spent = 3700 WHERE key_id = ${key(id)}`,
    ],
    why: /^bought for 3700 on 2026-03-03 since its caps were set, with a cap of 3000 per day \(acc_/,
  },
  {
    ...broken,
    what: 'a key bought more on an earlier day than its cap of a day',
    sql: ({ key: id }) => [
      `UPDATE key_caps SET counted_on = '2026-03-04', day_spent = 0 WHERE key_id = ${key(id)}`,
      'ALTER TABLE key_caps DISABLE TRIGGER USER',
      `UPDATE key_caps SET day_cap = 1999 WHERE key_id = ${key(id)}`,
    ],
    why: /^bought for 2000 on 2026-03-03 since its caps were set, with a cap of 1999 per day \(acc_/,
  },
  {
    ...broken,
    what: 'a key made a purchase that is dearer than its cap',
    sql: ({ key: id }) => [
      'ALTER TABLE key_caps DISABLE TRIGGER USER',
      `UPDATE key_caps SET purchase_cap = 1999 WHERE key_id = ${key(id)}`,
    ],
    why: /^made a purchase of 2000 on 2026-03-03 since its caps were set, with a cap of 1999 per purchase \(acc_/,
  },
  {
    ...broken,
    what: 'the account of a key with caps is not marked',
    sql: ({ account }) => [
      `UPDATE account_rules SET has_key_caps = false WHERE account_id = ${acc(account)}`,
    ],
    why: /^has a cap, but its account is not marked/,
  },
];
