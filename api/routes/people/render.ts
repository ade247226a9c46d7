import type { Access } from '../../../db/people/access.ts';
import type { ListedPasskey } from '../../../db/people/passkeys.ts';
import type { ListedSession } from '../../../db/people/sessions.ts';
import { rightsInSession } from '../../../domain/access/session-rights.ts';
import { mayReplacePassword } from '../../../domain/access/sign-in.ts';
import { staffRightsInSession } from '../../../domain/access/staff.ts';
import type { People } from '../../../services/people/people.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';

interface RenderDeps {
  readonly people: People;
  /** Whether live accounts buy from simulators too. */
  readonly simulatedNetworks: boolean;
}

/** Who is signed in, until when, and with which rights: for accounts of clients, or in the staff. */
export async function renderSession(
  { people, simulatedNetworks }: RenderDeps,
  session: SignedIn,
): Promise<object> {
  const [access, staffRole] = await Promise.all([
    people.findAccess(session.personId, null),
    people.findStaffRole(session.personId),
  ]);
  return {
    session: {
      id: session.sessionId,
      signed_in_at: session.signedInAt,
      expires_at: session.expiresAt,
      second_factor: session.secondFactor,
      has_authenticator_app: session.hasApp,
      may_replace_password: mayReplacePassword(session.beganWith, session.isFresh),
    },
    person: { id: session.personId, email: session.email, name: session.name },
    accounts: access.map((each) => renderAccess(each, session, simulatedNetworks)),
    staff:
      staffRole === null
        ? null
        : {
            role: staffRole,
            networks: simulatedNetworks ? 'simulated' : 'real',
            rights: [...staffRightsInSession(staffRole, session.secondFactor)].toSorted(),
          },
  };
}

function renderAccess(
  { caller, accountName, organisationId, organisation, role, roleName, rights }: Access,
  { secondFactor }: SignedIn,
  simulatedNetworks: boolean,
): object {
  return {
    id: caller.accountId,
    name: accountName,
    livemode: caller.livemode,
    networks: caller.livemode && !simulatedNetworks ? 'real' : 'simulated',
    currency: caller.currency,
    organisation: { id: organisationId, name: organisation },
    role,
    role_name: roleName,
    rights: [...rightsInSession(rights, secondFactor)].toSorted(),
  };
}

/** A session in the list of a person. */
export function renderListed(session: ListedSession, current: SignedIn): object {
  return {
    id: session.id,
    current: session.id === current.sessionId,
    signed_in_at: session.createdAt,
    used_at: session.usedAt,
    expires_at: session.expiresAt,
    ip_address: session.address,
    user_agent: session.userAgent,
  };
}

/** A passkey in the list of a person. */
export function renderPasskey({ id, name, createdAt, lastUsedAt }: ListedPasskey): object {
  return { id, name, created_at: createdAt, last_used_at: lastUsedAt };
}
