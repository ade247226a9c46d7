import { idFromUuid } from '../../../domain/ids.ts';
import { acc, type Corruption, pur } from './corruption.ts';

export const EVENTS_AND_REFERENCES: readonly Corruption[] = [
  {
    what: 'a final state has no event',
    invariant: 7,
    also: [],
    sql: ({ refused }) => [`DELETE FROM events WHERE subject_id = ${pur(refused)}`],
    row: ({ refused }) => refused,
    why: /failed, but announced 0 time\(s\) as successful, 0 as failed/,
  },
  {
    what: 'a reversal has an event and the success before it has none',
    invariant: 7,
    also: [],
    sql: ({ reversed }) => [
      `DELETE FROM events WHERE subject_id = ${pur(reversed)} AND type = 'purchase.successful'`,
    ],
    row: ({ reversed }) => reversed,
    why: /reversed, but announced 0 time\(s\) as successful, 0 as failed, 1 as reversed/,
  },
  {
    what: 'a pending purchase has an event of failure',
    invariant: 7,
    also: [],
    sql: ({ account, running }) => [
      `INSERT INTO events (id, account_id, type, subject_id, created_at, body)
       VALUES (gen_random_uuid(), ${acc(account)}, 'purchase.failed', ${pur(running)}, app_now(), '{}')`,
    ],
    row: ({ running }) => running,
    why: /pending, but announced 0 time\(s\) as successful, 1 as failed/,
  },
  {
    what: 'a final state has two events',
    invariant: 7,
    also: [],
    sql: ({ refused }) => [
      'ALTER TABLE events_default DROP CONSTRAINT events_default_subject_id_type_key',
      `INSERT INTO events (id, account_id, type, subject_id, created_at, body)
       SELECT gen_random_uuid(), account_id, type, subject_id, created_at, body
         FROM events WHERE subject_id = ${pur(refused)}`,
    ],
    row: ({ refused }) => refused,
    why: /2 as failed/,
  },
  {
    what: 'a pending purchase lost its outbox row before its workflow was started',
    invariant: 8,
    also: [],
    sql: ({ queued }) => [`DELETE FROM outbox WHERE subject_id = ${pur(queued)}`],
    row: ({ queued }) => queued,
    why: /nothing will start it and no workflow runs; it was to act next at 2026-03-03T14:00:00.000Z/,
  },
  {
    what: 'two purchases have the same reference',
    invariant: 10,
    also: [],
    sql: ({ successful, refused }) => [
      `UPDATE purchases SET reference = (SELECT reference FROM purchases WHERE id = ${pur(successful)})
        WHERE id = ${pur(refused)}`,
    ],
    row: ({ refused }) => refused,
    why: /shares its reference .* with another purchase/,
  },
  {
    what: 'a purchase has a reference that is free to buy again',
    invariant: 10,
    also: [],
    sql: ({ refused }) => [`DELETE FROM purchase_references WHERE purchase_id = ${pur(refused)}`],
    row: ({ refused }) => refused,
    why: /which is not among the references taken/,
  },
  {
    what: 'a reference stands for another request than its purchase',
    invariant: 10,
    also: [],
    sql: ({ refused }) => [
      `UPDATE purchase_references SET fingerprint = 'other' WHERE purchase_id = ${pur(refused)}`,
    ],
    row: ({ refused }) => refused,
    why: /is not the request that its reference stands for/,
  },
  {
    what: 'a purchase is gone, and what was sent for it is there',
    invariant: 15,
    also: [],
    sql: () => [
      `INSERT INTO submissions (purchase_id, attempt, sent_at) VALUES ('00000000-0000-7000-8000-000000000001', 1, app_now())`,
    ],
    row: () => idFromUuid('pur', '00000000-0000-7000-8000-000000000001'),
    why: /is named in submissions, but does not exist/,
  },
];

export const DELIVERIES: readonly Corruption[] = [
  {
    what: 'a delivered purchase failed and is listed nowhere',
    invariant: 9,
    also: [],
    sql: ({ late }) => [`DELETE FROM late_confirmations WHERE purchase_id = ${pur(late)}`],
    row: ({ late }) => late,
    why: /delivered, but failed with network_timeout and not among the late confirmations/,
  },
  {
    what: 'a late inquiry ended without finding the delivery',
    invariant: 9,
    also: [],
    sql: ({ inquired }) => [
      `UPDATE late_inquiries SET ended_at = app_now(), outcome = 'unknown' WHERE purchase_id = ${pur(inquired)}`,
    ],
    row: ({ inquired }) => inquired,
    why: /delivered, but failed with network_timeout/,
  },
  {
    what: 'a late confirmation is listed for an order that was never delivered',
    invariant: 9,
    also: [],
    sql: ({ refused }) => [
      `INSERT INTO late_confirmations (purchase_id, confirmed_at, recorded_at)
       VALUES (${pur(refused)}, app_now(), app_now())`,
    ],
    row: ({ refused }) => refused,
    why: /listed as a late confirmation, but the network delivered nothing/,
  },
];
