import { z } from 'zod';
import type { MemberSession } from '../../domain/access/member-session.ts';
import { DateTime } from '../common.ts';
import { SESSION } from '../examples/people.ts';

export const SessionIdField = z.string().meta({ description: 'Id of the session.', examples: [SESSION.id] });

export const SessionResource = z
  .object({
    id: SessionIdField,
    object: z.literal('session').describe('Always `session`.'),
    person_id: z.string().describe('Id of the person who is signed in.'),
    signed_in_at: DateTime.describe('When the person signed in.'),
    used_at: DateTime.describe('When it was last used, to the minute.'),
    expires_at: DateTime.describe('When it ends if it is not used again.'),
    second_factor: z.boolean().describe('Whether a second factor was used in it.'),
    ip_address: z.string().nullable().describe('From where the person signed in; null if it is not known.'),
    user_agent: z.string().nullable().describe('The browser, as it names itself; null if it did not.'),
  })
  .meta({ id: 'Session', description: 'A browser in which a person is signed in.', examples: [SESSION] });
export type SessionResource = z.output<typeof SessionResource>;

export const EndedSession = z
  .object({
    id: SessionIdField,
    object: z.literal('session').describe('Always `session`.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({
    id: 'EndedSession',
    description: 'A session that has ended.',
    examples: [{ id: SESSION.id, object: 'session', deleted: true }],
  });

export function renderMemberSession(session: MemberSession): SessionResource {
  return {
    id: session.id,
    object: 'session',
    person_id: session.personId,
    signed_in_at: session.createdAt.toISOString(),
    used_at: session.usedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    second_factor: session.hasSecondFactor,
    ip_address: session.address,
    user_agent: session.userAgent,
  };
}
