/** Examples of an organisation and its people, as the documentation shows them. */

export const ORGANISATION = {
  id: 'org_01kf0x6q0sfb7r9m2ptq4n6wzf',
  object: 'organisation' as const,
  name: 'Acme Rewards',
  accounts: [{ id: 'acc_01kf0x6q0sfb7r9m2ptq4n6wzg', name: 'Acme', livemode: true }],
  single_sign_on: {
    issuer: 'https://login.acme.example',
    client_id: 'bundlewire',
    domains: ['acme.example'],
    required: true,
    admits_domain: false,
  },
  created_at: '2026-11-20T09:30:00.000Z',
};

export const PERSON = {
  id: 'per_01kf0x6q0sfb7r9m2ptq4n6wzh',
  object: 'person' as const,
  email: 'amina@acme.example',
  name: 'Amina Bello',
  role: 'preparer',
  status: 'active' as const,
  second_factor: true,
  joined_at: '2026-11-20T09:30:00.000Z',
  last_sign_in_at: '2026-11-24T08:00:00.000Z',
};

export const INVITATION = {
  id: 'inv_01kf0x6q0sfb7r9m2ptq4n6wzj',
  object: 'invitation' as const,
  email: 'bode@acme.example',
  role: 'viewer',
  status: 'pending' as const,
  mail: 'sent' as const,
  invited_by: { kind: 'person' as const, id: PERSON.id },
  created_at: '2026-11-24T08:00:00.000Z',
  expires_at: '2026-11-25T08:00:00.000Z',
  ended_at: null,
};

export const SESSION = {
  id: 'ses_01kf0x6q0sfb7r9m2ptq4n6wzk',
  object: 'session' as const,
  person_id: PERSON.id,
  signed_in_at: '2026-11-24T08:00:00.000Z',
  used_at: '2026-11-24T08:10:00.000Z',
  expires_at: '2026-11-24T08:40:00.000Z',
  second_factor: true,
  ip_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
};

export const ROLE = {
  id: 'viewer',
  object: 'role' as const,
  name: 'viewer',
  built_in: true,
  needs_second_factor: false,
  rights: ['batches:read', 'purchases:read', 'statements:read'],
};

export const CUSTOM_ROLE = {
  id: 'rol_01kf0x6q0sfb7r9m2ptq4n6wzm',
  object: 'role' as const,
  name: 'Night shift',
  built_in: false,
  needs_second_factor: false,
  rights: ['batches:read', 'batches:stop', 'purchases:read'],
};
