import { type CallOptions, type Calls, json } from '../calls.ts';
import type { Listing } from '../listing.ts';
import type {
  CreateInvitation,
  EndedSession,
  Invitation,
  ListInvitationsQuery,
  ListSessionsQuery,
  Session,
  WithdrawnInvitation,
} from '../types.ts';

/** Who is invited to your organisation by e-mail. */
export interface Invitations {
  /** Empty if your account belongs to no organisation. */
  list(query?: Omit<ListInvitationsQuery, 'cursor'>): Listing<Invitation>;
  /**
   * Mails a link that works once, within 24 hours. Needs the right `people:manage`. With `replace`, if the answer to an attempt is
   * lost, the next one replaces its invitation: there is a second mail, and the link of the first one does not work.
   * @throws ApiError `permission_denied` for a role with rights that you do not have. Without `replace`, with status 409 if the
   *   address has an open invitation, also if the answer to an earlier attempt was lost.
   */
  create(invitation: CreateInvitation, options?: CallOptions): Promise<Invitation>;
  /** @throws ApiError with status 409 if it has ended, also if the answer to an earlier attempt was lost. */
  withdraw(id: string, options?: CallOptions): Promise<WithdrawnInvitation>;
}

/** Where people of your organisation are signed in. */
export interface Sessions {
  list(query?: Omit<ListSessionsQuery, 'cursor'>): Listing<Session>;
  /**
   * Signs the person out in this browser. Needs the right `people:manage`.
   * @throws ApiError with status 404 if it has ended, also if the answer to an earlier attempt was lost.
   */
  end(id: string, options?: CallOptions): Promise<EndedSession>;
}

const INVITATIONS = '/v1/invitations';
const SESSIONS = '/v1/sessions';

export function createInvitations({ list, post, change }: Calls): Invitations {
  return {
    list: (query) => list(INVITATIONS, query),
    create: async (invitation, options) =>
      (await post<Invitation>({ path: INVITATIONS, body: json(invitation) }, options)).body,
    withdraw: (id, options) => change('DELETE', `${INVITATIONS}/${encodeURIComponent(id)}`, options),
  };
}

export function createSessions({ list, change }: Calls): Sessions {
  return {
    list: (query) => list(SESSIONS, query),
    end: (id, options) => change('DELETE', `${SESSIONS}/${encodeURIComponent(id)}`, options),
  };
}
