import { z } from 'zod';
import type { CustomRole } from '../../domain/access/custom-role.ts';
import { ALL_RIGHTS, type Right } from '../../domain/access/rights.ts';
import { CLIENT_ROLES, type ClientRole, needsSecondFactor } from '../../domain/access/roles.ts';
import { CUSTOM_ROLE, ROLE } from '../examples/people.ts';
import { FIELD_RULES } from '../field-rules.ts';

const NAME_CHARS_MAX = 100;
const RIGHTS_MAX = 100;

export const RoleIdField = z.string().meta({
  description: 'Id of the role: the name of a built-in role, or the id of a role that you composed.',
  examples: [CUSTOM_ROLE.id],
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

const Fields = {
  name: z
    .string({ error: FIELD_RULES.role_name })
    .max(NAME_CHARS_MAX, { error: FIELD_RULES.role_name })
    .refine((text) => text.trim() !== '', { error: FIELD_RULES.role_name })
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: FIELD_RULES.storable })
    .meta({
      description: 'Your name for the role, of up to 100 characters. No two roles have the same name.',
      minLength: 1,
      pattern: '^[^\\x00]*[^\\x00\\s][^\\x00]*$',
      examples: [CUSTOM_ROLE.name],
    }),
  rights: z
    .array(z.enum([...ALL_RIGHTS]), { error: FIELD_RULES.role_rights })
    .min(1, { error: FIELD_RULES.role_rights })
    .max(RIGHTS_MAX, { error: FIELD_RULES.role_rights })
    .meta({
      description: 'What people with this role may do. You can give only rights that you have.',
      examples: [CUSTOM_ROLE.rights],
    }),
};

export const CreateRole = z.strictObject(Fields).meta({
  id: 'CreateRole',
  description: 'The name of a role, and its rights.',
  examples: [{ name: CUSTOM_ROLE.name, rights: CUSTOM_ROLE.rights }],
});

export const UpdateRole = z
  .strictObject({ name: Fields.name.optional(), rights: Fields.rights.optional() })
  .meta({
    id: 'UpdateRole',
    minProperties: 1,
    description: 'The fields to change; others stay as they are. `rights` replaces all rights of the role.',
    examples: [{ rights: CUSTOM_ROLE.rights }],
  });

export const DeletedRole = z
  .object({
    id: RoleIdField,
    object: z.literal('role').describe('Always `role`.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({
    id: 'DeletedRole',
    description: 'A role that no longer exists.',
    examples: [{ id: CUSTOM_ROLE.id, object: 'role', deleted: true }],
  });

/** The roles that all organisations have. */
export function renderBuiltInRoles(): RoleResource[] {
  const ids = Object.keys(CLIENT_ROLES) as ClientRole[];
  return ids.map((id) => render(id, id, CLIENT_ROLES[id], true));
}

/** A role that an organisation composed. */
export function renderCustomRole({ id, name, rights }: CustomRole): RoleResource {
  return render(id, name, rights, false);
}

function render(id: string, name: string, rights: ReadonlySet<Right>, isBuiltIn: boolean): RoleResource {
  return {
    id,
    object: 'role',
    name,
    built_in: isBuiltIn,
    needs_second_factor: needsSecondFactor(rights),
    rights: [...rights].toSorted(),
  };
}
