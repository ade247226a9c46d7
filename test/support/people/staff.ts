import { addStaff } from '../../../db/people/staff.ts';
import type { StaffRole } from '../../../domain/access/staff.ts';
import { issueSignInToken } from '../../../services/people/links.ts';
import type { ApiFixture } from '../api/fixture.ts';
import { ACTOR, newEmail, passFactor, signedIn } from './fixture.ts';

/** A staff member who has signed in with a link, without a second factor. */
export async function staffSignedIn(api: ApiFixture, role: StaffRole, email = newEmail()) {
  const personId = await addStaff(api.pool, { email, name: 'Bisi', role }, ACTOR);
  if (personId === 'client') throw new Error(`${email} is a person of a client`);
  return { personId, email, cookie: await signedIn(api, await issueSignInToken(api.pool, email)) };
}

/** The same, with a second factor that was passed in this session: with all rights of the role. */
export async function staffAs(api: ApiFixture, role: StaffRole, email = newEmail()) {
  const person = await staffSignedIn(api, role, email);
  return { ...person, ...(await passFactor(api, person.cookie)) };
}
