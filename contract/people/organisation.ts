import { z } from 'zod';
import { CLIENT_ROLES, type ClientRole, needsSecondFactor } from '../../domain/access/roles.ts';
import { DateTime } from '../common.ts';
import { ORGANISATION, ROLE } from '../examples/people.ts';
import { FIELD_RULES } from '../field-rules.ts';

const NAME_CHARS_MAX = 200;

const Account = z
  .object({
    id: z.string().describe('Id of the account.'),
    name: z.string().describe('Name of the account.'),
    livemode: z.boolean().describe('Whether the account buys. Otherwise it uses the sandbox.'),
  })
  .meta({
    id: 'OrganisationAccount',
    description: 'An account of the organisation.',
    examples: ORGANISATION.accounts,
  });

export const OrganisationResource = z
  .object({
    id: z.string().describe('Id of the organisation.'),
    object: z.literal('organisation').describe('Always `organisation`.'),
    name: z.string().describe('Name of the organisation.'),
    accounts: z.array(Account).describe('Its accounts, live ones first.'),
    created_at: DateTime.describe('When it was created.'),
  })
  .meta({ id: 'Organisation', description: 'Your company, which owns accounts.', examples: [ORGANISATION] });
export type OrganisationResource = z.output<typeof OrganisationResource>;

export const UpdateOrganisation = z
  .strictObject({
    name: z
      .string({ error: FIELD_RULES.organisation_name })
      .max(NAME_CHARS_MAX, { error: FIELD_RULES.organisation_name })
      .refine((text) => text.trim() !== '', { error: FIELD_RULES.organisation_name })
      .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: FIELD_RULES.storable })
      .meta({
        description: 'The new name, of up to 200 characters.',
        minLength: 1,
        pattern: '^[^\\x00]*[^\\x00\\s][^\\x00]*$',
        examples: ['Acme Rewards'],
      }),
  })
  .meta({
    id: 'UpdateOrganisation',
    description: 'The new name.',
    examples: [{ name: 'Acme Rewards' }],
  });

export const RoleResource = z
  .object({
    id: z.string().describe('Id of the role, which people have in `role`.'),
    object: z.literal('role').describe('Always `role`.'),
    name: z.string().describe('Name of the role.'),
    built_in: z.boolean().describe('Whether all organisations have it.'),
    needs_second_factor: z
      .boolean()
      .describe('Whether people with this role can only read until they have a second factor.'),
    rights: z.array(z.string()).describe('What people with this role may do.'),
  })
  .meta({ id: 'Role', description: 'What people may do.', examples: [ROLE] });
export type RoleResource = z.output<typeof RoleResource>;

/** The roles that all organisations have. */
export function renderBuiltInRoles(): RoleResource[] {
  const ids = Object.keys(CLIENT_ROLES) as ClientRole[];
  return ids.map((id) => ({
    id,
    object: 'role',
    name: id,
    built_in: true,
    needs_second_factor: needsSecondFactor(id),
    rights: [...CLIENT_ROLES[id]].toSorted(),
  }));
}
