import { z } from 'zod';
import type { Invitation } from '../../domain/access/invitation.ts';
import { DateTime } from '../common.ts';
import { INVITATION } from '../examples/people.ts';
import { EmailAddress } from '../settings.ts';
import { RoleField } from './person.ts';

export const InvitationIdField = z
  .string()
  .meta({ description: 'Id of the invitation.', examples: [INVITATION.id] });

const Sender = z
  .object({
    kind: z.enum(['key', 'person']).describe('A key or a person.'),
    id: z.string().describe('Id of the key or person.'),
  })
  .meta({
    id: 'InvitationSender',
    description: 'Who sent the invitation.',
    examples: [INVITATION.invited_by],
  });

export const InvitationResource = z
  .object({
    id: InvitationIdField,
    object: z.literal('invitation').describe('Always `invitation`.'),
    email: z.string().describe('The address that is invited, in lower case.'),
    role: z.string().describe('Id of the role that the person gets.'),
    status: z
      .enum(['pending', 'accepted', 'withdrawn', 'expired'])
      .describe('`pending`: the link in the mail can be used. The other states are final.'),
    mail: z
      .enum(['waiting', 'sent', 'not_sent'])
      .describe('`not_sent`: the mail server did not accept the mail, or there is none.'),
    invited_by: Sender,
    created_at: DateTime.describe('When it was sent.'),
    expires_at: DateTime.describe('Until when it can be accepted: 24 hours.'),
    ended_at: DateTime.nullable().describe(
      'When it was accepted or withdrawn, or expired; null while pending.',
    ),
  })
  .meta({
    id: 'Invitation',
    description: 'An invitation to join your organisation.',
    examples: [INVITATION],
  });
export type InvitationResource = z.output<typeof InvitationResource>;

export const CreateInvitation = z
  .strictObject({
    email: EmailAddress.meta({
      description: 'The address of the person, of up to 254 characters.',
      examples: [INVITATION.email],
    }),
    role: RoleField,
    replace: z
      .boolean()
      .optional()
      .describe(
        'If true, an open invitation of the address is withdrawn, and the new one takes its place: both, or neither. Otherwise an open invitation leads to 409.',
      ),
  })
  .meta({
    id: 'CreateInvitation',
    description: 'Whom to invite, with which role.',
    examples: [{ email: INVITATION.email, role: INVITATION.role }],
  });

export const WithdrawnInvitation = z
  .object({
    id: InvitationIdField,
    object: z.literal('invitation').describe('Always `invitation`.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({
    id: 'WithdrawnInvitation',
    description: 'An invitation whose link no longer works.',
    examples: [{ id: INVITATION.id, object: 'invitation', deleted: true }],
  });

export function renderInvitation(invitation: Invitation): InvitationResource {
  return {
    id: invitation.id,
    object: 'invitation',
    email: invitation.email,
    role: invitation.role,
    status: invitation.status,
    mail: invitation.mail,
    invited_by: { kind: invitation.invitedBy.kind, id: invitation.invitedBy.id },
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    ended_at: invitation.endedAt?.toISOString() ?? null,
  };
}
