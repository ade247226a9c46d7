import type { Pool } from 'pg';
import { vi } from 'vitest';
import { assignAccount, createOrganisation } from '../../../db/people/organisations.ts';
import { addMember } from '../../../db/people/people.ts';
import { createPool } from '../../../db/pool.ts';
import { hashApiKey } from '../../../domain/crypto/api-key.ts';
import { idFromUuid, type PersonId, uuidOf } from '../../../domain/ids.ts';
import { requestApprovals, type SampleApi } from './approvals.ts';

const ACTOR = { operator: 'test', reason: 'test' };

/** What only others do, by language and operation: the ids of their requests for approval, of people and of roles. */
export async function prepareOthers(
  databaseUrl: string,
  api: SampleApi,
  labels: readonly string[],
  upload: Parameters<typeof requestApprovals>[2],
): Promise<Map<string, Readonly<Record<string, string>>>> {
  const approvals = await requestApprovals(api, labels, upload);
  const { people, sessions } = await addPeople(databaseUrl, api.key(), labels);
  const invitations = await invite(api, labels);
  const roles = await createRoles(api, labels);
  const ERASURE_ID = await erase(api);
  const REQUEST_ID = await loggedRequest(api);
  return new Map<string, Readonly<Record<string, string>>>([
    ...[...approvals].map(([name, APPROVAL_ID]) => [name, { APPROVAL_ID }] as const),
    ...[...invitations].map(([name, INVITATION_ID]) => [name, { INVITATION_ID }] as const),
    ...labels.map((label) => [`${label} getErasure`, { ERASURE_ID }] as const),
    ...labels.map((label) => [`${label} getRequest`, { REQUEST_ID }] as const),
    ...[...roles].map(([name, ROLE_ID]) => [name, { ROLE_ID }] as const),
    ...[...people].map(([name, PERSON_ID]) => [name, { PERSON_ID }] as const),
    ...[...sessions].map(([name, SESSION_ID]) => [name, { SESSION_ID }] as const),
  ]);
}

/** An invitation to withdraw, by language and operation. */
async function invite(api: SampleApi, labels: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [nth, label] of labels.entries()) {
    const body = JSON.stringify({ email: `invited-${nth}@samples.example`, role: 'viewer' });
    const headers = { 'content-type': 'application/json' };
    const answer = await api.call('/v1/invitations', { method: 'POST', headers, body });
    const { id }: { id: string } = JSON.parse(await answer.text());
    ids.set(`${label} withdrawInvitation`, id);
  }
  return ids;
}

/** The erasure of a number that no other sample uses. */
async function erase(api: SampleApi): Promise<string> {
  const body = JSON.stringify({ phone_number: '+2348039999999' });
  const headers = { 'content-type': 'application/json' };
  const answer = await api.call('/v1/erasures', { method: 'POST', headers, body });
  const { id }: { id: string } = JSON.parse(await answer.text());
  return id;
}

/** A request that is in the log of requests. */
async function loggedRequest(api: SampleApi): Promise<string> {
  const answer = await api.call('/v1/balance', { method: 'GET', headers: {} });
  const id = answer.headers.get('svc-request-id') ?? '';
  await vi.waitFor(
    async () => {
      const { status } = await api.call(`/v1/requests/${id}`, { method: 'GET', headers: {} });
      if (status !== 200) throw new Error(`request ${id} is not in the log: ${status}`);
    },
    { timeout: 180_000, interval: 200 },
  );
  return id;
}

/** A role, by language and operation, for each sample that names one. */
async function createRoles(api: SampleApi, labels: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [nth, label] of labels.entries())
    for (const name of ['getRole', 'updateRole', 'deleteRole']) {
      const body = JSON.stringify({ name: `${name} ${nth}`, rights: ['balance:read'] });
      const headers = { 'content-type': 'application/json' };
      const answer = await api.call('/v1/roles', { method: 'POST', headers, body });
      const { id }: { id: string } = JSON.parse(await answer.text());
      ids.set(`${label} ${name}`, id);
    }
  return ids;
}

/**
 * Gives the account of a key an organisation, with one person, by language and operation, for each sample that names one.
 * The people who are only read are signed in, each with a session to end.
 */
async function addPeople(
  databaseUrl: string,
  key: string,
  labels: readonly string[],
): Promise<Record<'people' | 'sessions', Map<string, string>>> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'test' });
  try {
    const { rows } = await pool.query<{ id: string }>({
      text: 'SELECT account_id AS id FROM api_keys WHERE key_hash = $1',
      values: [hashApiKey(key)],
    });
    const organisationId = await createOrganisation(pool, 'Samples', ACTOR);
    await assignAccount(pool, organisationId, idFromUuid('acc', rows[0]?.id ?? ''), ACTOR);
    const people = new Map<string, string>();
    const sessions = new Map<string, string>();
    for (const [nth, label] of labels.entries())
      for (const name of ['getPerson', 'updatePerson', 'removePerson']) {
        const email = `${name.toLowerCase()}-${nth}@samples.example`;
        const person = { organisationId, email, name, role: 'viewer' } as const;
        const id = await addMember(pool, person, ACTOR);
        people.set(`${label} ${name}`, id);
        if (name === 'getPerson') sessions.set(`${label} endSession`, await signIn(pool, id));
      }
    return { people, sessions };
  } finally {
    await pool.end();
  }
}

/** A session of a person, as a sign-in opens it. */
async function signIn(pool: Pool, personId: PersonId): Promise<string> {
  const { rows } = await pool.query<{ id: string }>({
    text: `INSERT INTO auth_sessions (id, person_id, token, expires_at)
           VALUES (gen_random_uuid(), $1, $2, app_now() + interval '30 minutes')
           RETURNING id`,
    values: [uuidOf('per', personId), `samples-${personId}`],
  });
  return idFromUuid('ses', rows[0]?.id ?? '');
}
