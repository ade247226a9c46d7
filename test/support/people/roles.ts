import type { Right } from '../../../domain/access/rights.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, type Client } from '../api/fixture.ts';
import { browse, newEmail, organisationOf, post, signedInAs, trustedAs } from './fixture.ts';
import { sendMails } from './mails.ts';

/** An organisation with an owner who composes roles and gives them. */
export type RoleWorld = Awaited<ReturnType<typeof roleWorld>>;

export async function roleWorld(api: ApiFixture) {
  const client: Client = await addClient(api.pool);
  const organisation: OrganisationId = await organisationOf(api, client.accountId);
  const owner = await trustedAs(api, organisation, 'owner');
  await sendMails(api);
  const create = (name: string, rights: readonly string[], cookie = owner.cookie) =>
    post(api, '/v1/roles', { name, rights }, cookie);
  const give = (personId: string, role: string, cookie = owner.cookie) =>
    browse(api, `/v1/people/${personId}`, { method: 'PATCH', body: { role }, cookie });

  async function newRole(name: string, rights: readonly Right[]): Promise<string> {
    const created = await create(name, rights);
    if (created.status !== 201) throw new Error(`${name} answered ${created.status}: ${created.text}`);
    return idOf(created);
  }

  return {
    client,
    organisation,
    owner,
    create,
    give,
    newRole,
    get: (path: string, cookie = owner.cookie) => browse(api, path, { cookie }),
    change: (id: string, body: object, cookie = owner.cookie) =>
      browse(api, `/v1/roles/${id}`, { method: 'PATCH', body, cookie }),
    remove: (id: string, cookie = owner.cookie) =>
      browse(api, `/v1/roles/${id}`, { method: 'DELETE', cookie }),
    invite: (role: string, cookie = owner.cookie) =>
      post(api, '/v1/invitations', { email: newEmail(), role }, cookie),
    /** A person with a role of these rights, who is signed in without a second factor. */
    async personWith(name: string, rights: readonly Right[]) {
      const role = await newRole(name, rights);
      const person = await signedInAs(api, organisation, 'viewer');
      const given = await give(person.personId, role);
      if (given.status !== 200) throw new Error(`giving ${name} answered ${given.status}: ${given.text}`);
      return { ...person, role };
    },
    async entries(action: string, subject: string): Promise<unknown[]> {
      const { rows } = await api.pool.query(
        'SELECT principal_id AS principal, before, after FROM audit_log WHERE action = $1 AND subject = $2 ORDER BY seq',
        [action, subject],
      );
      return rows;
    },
  };
}

export function idOf({ text }: { readonly text: string }): string {
  return JSON.parse(text).id;
}
