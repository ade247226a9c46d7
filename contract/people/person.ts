import { z } from 'zod';
import type { Member } from '../../domain/access/member.ts';
import { DateTime } from '../common.ts';
import { PERSON } from '../examples/people.ts';
import { FIELD_RULES } from '../field-rules.ts';

export const PersonIdField = z.string().meta({ description: 'Id of the person.', examples: [PERSON.id] });

const ROLE_CHARS_MAX = 64;

export const PersonResource = z
  .object({
    id: PersonIdField,
    object: z.literal('person').describe('Always `person`.'),
    email: z.string().describe('The address with which the person signs in.'),
    name: z.string().describe('How pages address the person.'),
    role: z.string().describe('Id of the role. It holds for all accounts of the organisation.'),
    status: z
      .enum(['active', 'suspended'])
      .describe('`suspended`: the person has no rights in your organisation, and can be made active again.'),
    second_factor: z.boolean().describe('Whether the person has a second factor.'),
    joined_at: DateTime.describe('Since when the person is in your organisation.'),
    last_sign_in_at: DateTime.nullable().describe('When the person last signed in; null for never.'),
  })
  .meta({ id: 'Person', description: 'A person of your organisation.', examples: [PERSON] });
export type PersonResource = z.output<typeof PersonResource>;

export const RemovedPerson = z
  .object({
    id: PersonIdField,
    object: z.literal('person').describe('Always `person`.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({
    id: 'RemovedPerson',
    description: 'A person who is no longer in your organisation.',
    examples: [{ id: PERSON.id, object: 'person', deleted: true }],
  });

export const RoleField = z
  .string({ error: FIELD_RULES.role })
  .min(1, { error: FIELD_RULES.role })
  .max(ROLE_CHARS_MAX, { error: FIELD_RULES.role })
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: FIELD_RULES.storable })
  .meta({ description: 'Id of a role of `GET /v1/roles`.', pattern: '^[^\\x00]+$', examples: ['viewer'] });

export const UpdatePerson = z
  .strictObject({
    role: RoleField.optional(),
    suspended: z.boolean().optional().describe('Whether the person is suspended.'),
  })
  .meta({
    id: 'UpdatePerson',
    minProperties: 1,
    description: 'The fields to change; others stay as they are.',
    examples: [{ role: 'viewer' }],
  });

export function renderPerson(member: Member): PersonResource {
  return {
    id: member.personId,
    object: 'person',
    email: member.email,
    name: member.name,
    role: member.role,
    status: member.suspendedAt === null ? 'active' : 'suspended',
    second_factor: member.hasSecondFactor,
    joined_at: member.joinedAt.toISOString(),
    last_sign_in_at: member.lastSignInAt?.toISOString() ?? null,
  };
}
