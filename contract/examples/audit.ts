/** Examples of the audit log, as the documentation shows them. */

export const AUDIT_ENTRY = {
  id: 'aud_01kf0x9b4efb7r9m2ptq4n6wze',
  object: 'audit_entry',
  number: 42,
  created_at: '2026-11-24T09:30:00.000Z',
  principal: { kind: 'key', id: 'key_01kf0x6q0sfb7r9m2ptq4n6wze' },
  session_id: null,
  address: '203.0.113.7',
  user_agent: 'bundlewire-typescript/1.4.0',
  action: 'spending_limits_set',
  subject: 'limits',
  reason: null,
  before: { campaign: null, day: null, month: null },
  after: { campaign: 50_000_000, day: 200_000_000, month: null },
  previous_hash: '5f0c2e7d9a1b4c3e8d6f70a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5',
  hash: 'b1946ac92492d2347c6235b4d2611184a3c4d5e6f708192a3b4c5d6e7f8091a2',
} as const;

export const AUDIT_FILE = `created_at,id,number,principal_kind,principal_id,session_id,address,user_agent,action,subject,reason,before,after,previous_hash,hash
2026-11-24T09:30:00.000Z,aud_01kf0x9b4efb7r9m2ptq4n6wze,42,key,key_01kf0x6q0sfb7r9m2ptq4n6wze,,203.0.113.7,bundlewire-typescript/1.4.0,spending_limits_set,limits,,"{""campaign"":null,""day"":null,""month"":null}","{""campaign"":50000000,""day"":200000000,""month"":null}",5f0c2e7d9a1b4c3e8d6f70a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5,b1946ac92492d2347c6235b4d2611184a3c4d5e6f708192a3b4c5d6e7f8091a2
`;
