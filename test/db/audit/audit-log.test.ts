import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readChain } from '../../../db/audit/chains.ts';
import { recordAction } from '../../../db/audit/record.ts';
import { createPool } from '../../../db/pool.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AuditAction } from '../../../domain/access/audit-actions.ts';
import { hashAuditEntry } from '../../../domain/crypto/audit-hash.ts';
import { newId, newUuid } from '../../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { hold } from '../../support/locks/holding.ts';
import { TRANSACTIONS } from '../../support/locks/transactions.ts';
import { createWorld } from '../../support/locks/world.ts';
import { createLaneFixture, type LaneFixture, openAccount } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

const OPERATOR = { operator: 'ada', reason: 'test' };

async function entriesOf(chain: string) {
  const tx = await fixture.pool.connect();
  try {
    const entries = [];
    for await (const entry of readChain(tx, chain, 100)) entries.push(entry);
    return entries;
  } finally {
    tx.release();
  }
}

async function auditFinding() {
  const { results } = await verifyInvariants({
    pool: fixture.pool,
    temporal: null,
    books: null,
    recheckAfterMs: 0,
  });
  return results.find(({ number }) => number === 13);
}

describe('the hash of the database', () => {
  const REQUEST = {
    principal: { kind: 'key', keyId: newId('key') },
    address: null,
    userAgent: null,
  } as const;
  const SESSION = {
    principal: { kind: 'person', personId: newId('per'), sessionId: newId('ses') },
    address: '2001:db8::7',
    userAgent: 'Browser/1 (größer; 日本) "quoted", \\escaped\u0080',
  } as const;

  it.each([
    ['an operator', { ...OPERATOR, action: 'key_issue', subject: 'key' }],
    ['no text', { operator: '', reason: '', action: '', subject: '' }],
    [
      'texts beyond ASCII and with line feeds',
      { operator: 'Åsa\n1:x', reason: '🙂 – "why"', action: 'a', subject: 'ß' },
    ],
    ['a key without an address', { ...REQUEST, action: 'batch_start', subject: 'bat' }],
    ['a person with an IPv6 address', { ...SESSION, action: 'login', subject: 'session' }],
    ['a process', { ...REQUEST, principal: { kind: 'process', name: 'worker' }, action: 'a', subject: 's' }],
    [
      'facts',
      {
        ...SESSION,
        address: '203.0.113.7',
        action: 'a',
        subject: 's',
        before: { b: 1, a: [null, 0.1, 1e21], 'ключ\u0001': '\ud800' },
        details: { nested: { deep: ['\u2028', '', {}] } },
      },
    ],
  ] as const)('is that of the code, for %s', async (_what, entry) => {
    const accountId = await openAccount(fixture, 0);
    // The hash is that of any text, also of actions that later versions add.
    await inTransaction(fixture.pool, (tx) =>
      recordAction(tx, { ...entry, action: entry.action as AuditAction, accountId }),
    );
    const [stored] = await entriesOf(uuidOf('acc', accountId));
    if (stored === undefined) throw new Error('nothing was recorded');
    expect(stored).toMatchObject({ seq: 1, action: entry.action, subject: entry.subject });
    expect(hashAuditEntry(stored)).toEqual(stored.hash);
  });

  it('leads from each entry to the next, whatever the times and numbers that a statement names', async () => {
    const accountId = await openAccount(fixture, 0);
    await fixture.pool.query({
      text: `
        INSERT INTO audit_log (chain, seq, at, hash, previous_hash, id, account_id, principal_kind, principal_id, action, subject)
        SELECT 'mine', 7, '2001-01-01', '\\x00', '\\x00', gen_random_uuid(), $1, 'operator', 'eve', 'a', 's'
          FROM generate_series(1, 3)`,
      values: [uuidOf('acc', accountId)],
    });
    const entries = await entriesOf(uuidOf('acc', accountId));
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(entries[2]?.previousHash).toEqual(entries[1]?.hash);
    expect(entries[0]?.at.getTime()).toBeGreaterThan(new Date('2026-01-01').getTime());
    expect(await auditFinding()).toMatchObject({ kind: 'holds' });
  });
});

describe('the log', () => {
  it.each([
    [`UPDATE audit_log SET reason = 'other'`, /append-only/],
    ['DELETE FROM audit_log', /append-only/],
    ['TRUNCATE audit_log', /append-only/],
    ['DELETE FROM audit_heads', /append-only/],
    ['TRUNCATE audit_heads', /append-only/],
    ['UPDATE audit_heads SET seq = seq - 1', /only moves to the next entry/],
    [`UPDATE audit_heads SET hash = '\\x00'`, /only moves to the next entry/],
  ])('refuses %s, from whomever', async (statement, refusal) => {
    const accountId = await openAccount(fixture, 1);
    await expect(fixture.pool.query(statement)).rejects.toThrow(refusal);
    expect(await entriesOf(uuidOf('acc', accountId))).toHaveLength(1);
  });

  it('takes what processes of the previous version write to operator_actions, and shows it there', async () => {
    const accountId = await openAccount(fixture, 0);
    for (const operator of ['ada', 'client']) {
      await fixture.pool.query({
        text: `
          INSERT INTO operator_actions (id, operator, action, account_id, subject, reason, details)
          VALUES ($1, $2, 'allowlist_set', $3, 'allowlist', 'asked for', '{"ranges":[]}')`,
        values: [newUuid(), operator, uuidOf('acc', accountId)],
      });
    }
    expect(await entriesOf(uuidOf('acc', accountId))).toMatchObject([
      { seq: 1, principalKind: 'operator', principalId: 'ada', after: '{"ranges":[]}' },
      { seq: 2, principalKind: 'key', principalId: 'unknown' },
    ]);
    const { rows } = await fixture.pool.query({
      text: 'SELECT operator, reason, details FROM operator_actions WHERE account_id = $1 ORDER BY id',
      values: [uuidOf('acc', accountId)],
    });
    expect(rows).toEqual(
      ['ada', 'client'].map((operator) => ({ operator, reason: 'asked for', details: { ranges: [] } })),
    );
  });
});

describe('two processes that write at the same time', () => {
  const [WRITERS, EACH] = [8, 10];

  it('keep the chains of one account and of the platform whole', async () => {
    const accountId = await openAccount(fixture, 0);
    const processes = [0, 1].map(() =>
      createPool(fixture.databaseUrl, { max: WRITERS, applicationName: 'test-process' }),
    );
    const write = async (pool: Pool, owner: AccountId | null) => {
      for (let n = 0; n < EACH; n++)
        await inTransaction(pool, (tx) =>
          recordAction(tx, { ...OPERATOR, action: 'network_pace', accountId: owner, subject: String(n) }),
        );
    };
    try {
      await Promise.all(
        processes.flatMap((pool) =>
          Array.from({ length: WRITERS }, (_, n) => write(pool, n % 2 === 0 ? accountId : null)),
        ),
      );
    } finally {
      await Promise.all(processes.map((pool) => pool.end()));
    }

    const ofAccount = await entriesOf(uuidOf('acc', accountId));
    const written = WRITERS * EACH;
    expect(ofAccount.map(({ seq }) => seq)).toEqual(Array.from({ length: written }, (_, n) => n + 1));
    const ofPlatform = (await entriesOf('platform')).filter(({ action }) => action === 'network_pace');
    expect(ofPlatform).toHaveLength(written);
    expect(await auditFinding()).toMatchObject({ kind: 'holds', total: 0 });
  });
});

it.each([
  'accept a purchase',
  'accept a row of a batch',
  'settle a confirmation',
  'settle a refusal',
  'settle an expiry',
  'settle a late reversal',
])('while another transaction has the lock of the log, "%s" does not wait for it', async (name) => {
  const world = await createWorld(fixture);
  const release = await hold(fixture.databaseUrl, world, 'log');
  try {
    await TRANSACTIONS[name]?.(fixture, world);
    expect(TRANSACTIONS[name]).toBeDefined();
  } finally {
    await release();
  }
});
