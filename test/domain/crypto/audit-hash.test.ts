import { expect, it } from 'vitest';
import { type AuditFields, hashAuditEntry, hashBeforeFirst } from '../../../domain/crypto/audit-hash.ts';

const ENTRY: AuditFields = {
  chain: '019a0000-0000-7000-8000-000000000001',
  seq: 1,
  id: '019a0000-0000-7000-8000-000000000002',
  accountUuid: '019a0000-0000-7000-8000-000000000001',
  at: new Date('2026-11-24T09:30:00.000Z'),
  principalKind: 'key',
  principalId: 'key_01kf0x6q0sfb7r9m2ptq4n6wze',
  sessionId: null,
  address: '203.0.113.7',
  userAgent: 'client/1.0',
  action: 'batch_start',
  subject: 'bat_01kf0x8v5sfb7r9m2ptq4n6wze',
  reason: null,
  before: '{"status":"ready"}',
  after: '{"status":"running"}',
  previousHash: hashBeforeFirst('019a0000-0000-7000-8000-000000000001'),
};

it('is always the same for an entry, so that old logs stay checkable', () => {
  expect(hashAuditEntry(ENTRY).toString('hex')).toBe(KNOWN);
});

const KNOWN = '22125cd5b993ca07ffa9b84e8e986e5f7332f08d3b007e78c06341bc93a46cfc';

it.each<[string, Partial<AuditFields>]>([
  ['chain', { chain: 'platform' }],
  ['number', { seq: 2 }],
  ['id', { id: '019a0000-0000-7000-8000-000000000003' }],
  ['account', { accountUuid: null }],
  ['time', { at: new Date('2026-11-24T09:30:00.001Z') }],
  ['kind of principal', { principalKind: 'person' }],
  ['principal', { principalId: 'key_01kf0x6q0sfb7r9m2ptq4n6wzf' }],
  ['session', { sessionId: 'ses_01kf0x6q0sfb7r9m2ptq4n6wze' }],
  ['address', { address: null }],
  ['user agent', { userAgent: '' }],
  ['action', { action: 'batch_cancel' }],
  ['subject', { subject: 'account' }],
  ['reason', { reason: '' }],
  ['facts before', { before: null }],
  ['facts after', { after: '{"status":"running" }' }],
  ['hash before it', { previousHash: hashBeforeFirst('platform') }],
])('is another one if the %s changes', (_field, change) => {
  expect(hashAuditEntry({ ...ENTRY, ...change })).not.toEqual(hashAuditEntry(ENTRY));
});

it('tells fields apart whose texts follow one another', () => {
  const one = hashAuditEntry({ ...ENTRY, action: 'a', subject: 'b\n1:c' });
  const other = hashAuditEntry({ ...ENTRY, action: 'a\n1:b', subject: 'c' });
  expect(one).not.toEqual(other);
});
