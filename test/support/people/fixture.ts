import { z } from 'zod';
import { assignAccount, createOrganisation } from '../../../db/people/organisations.ts';
import { addMember } from '../../../db/people/people.ts';
import type { ClientRole } from '../../../domain/access/roles.ts';
import type { AccountId, OrganisationId } from '../../../domain/ids.ts';
import { issueSignInToken } from '../../../services/people/links.ts';
import type { ApiFixture } from '../api/fixture.ts';
import { type Answer, type Call, call, type Reached, type ReachedApi } from '../api/http.ts';
import { codeOf } from './authenticator.ts';

export const ACTOR = { operator: 'test', reason: 'test' };
export const PASSWORD = 'correct horse battery staple';

let serial = 0;

/** An e-mail address that no other test uses. */
export function newEmail(): string {
  serial += 1;
  return `person-${serial}@acme.example`;
}

/** An organisation that has this account. */
export async function organisationOf(
  api: Pick<ApiFixture, 'pool'>,
  ...accounts: AccountId[]
): Promise<OrganisationId> {
  const id = await createOrganisation(api.pool, 'Acme', ACTOR);
  for (const account of accounts) await assignAccount(api.pool, id, account, ACTOR);
  return id;
}

/** Adds a person, and issues a link for them. */
export async function invited(
  api: Pick<ApiFixture, 'pool'>,
  organisationId: OrganisationId,
  role: ClientRole,
  email = newEmail(),
) {
  const personId = await addMember(api.pool, { organisationId, email, name: 'Amina', role }, ACTOR);
  return { personId, email, token: await issueSignInToken(api.pool, email) };
}

/** A request as a browser sends it from a page of the API. */
export function browse(api: Reached, path: string, options: Call & { readonly cookie?: string } = {}) {
  const { cookie, ...rest } = options;
  const headers = {
    origin: api.baseUrl,
    'sec-fetch-site': 'same-origin',
    ...(cookie === undefined ? {} : { cookie }),
    ...options.headers,
  };
  return call(api, path, { key: null, ...rest, headers });
}

export function post(api: Reached, path: string, body: object, cookie?: string): Promise<Answer> {
  return browse(api, path, { method: 'POST', body, ...(cookie === undefined ? {} : { cookie }) });
}

/** The Cookie header that a browser sends after an answer. */
export function cookieOf({ headers }: Answer): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Signs in with the token of a link. */
export async function signedIn(api: Reached, token: string): Promise<string> {
  const answer = await post(api, '/v1/auth/sign-in/link', { token });
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${answer.text}`);
  return cookieOf(answer);
}

/** A person with a role for the account of the fixture, who is signed in. */
export async function signedInAs(api: ReachedApi, organisationId: OrganisationId, role: ClientRole) {
  const person = await invited(api, organisationId, role);
  return { ...person, cookie: await signedIn(api, person.token) };
}

const Session = z.object({
  session: z.object({ id: z.string() }),
  person: z.object({ id: z.string(), email: z.string() }),
  accounts: z.array(z.object({ id: z.string(), role: z.string(), rights: z.array(z.string()) })),
});

export function sessionOf(answer: Answer): z.output<typeof Session> {
  return Session.parse(JSON.parse(answer.text));
}

const Begun = z.object({ secret: z.string() });

/** The same, with a second factor that was passed in this session: with all rights of the role. */
export async function trustedAs(api: ReachedApi, organisationId: OrganisationId, role: ClientRole) {
  const person = await signedInAs(api, organisationId, role);
  return { ...person, ...(await passFactor(api, person.cookie)) };
}

/** Sets up an authenticator app and passes it in this session. Returns its secret and the code that was used. */
export async function passFactor(
  api: Reached,
  cookie: string,
): Promise<{ readonly secret: string; readonly usedCode: string }> {
  const begun = await browse(api, '/v1/auth/second-factor', { method: 'POST', cookie });
  const { secret } = Begun.parse(JSON.parse(begun.text));
  const usedCode = codeOf(secret);
  const answer = await post(api, '/v1/auth/second-factor/confirm', { code: usedCode }, cookie);
  if (answer.status !== 200) throw new Error(`confirming answered ${answer.status}: ${answer.text}`);
  return { secret, usedCode };
}
