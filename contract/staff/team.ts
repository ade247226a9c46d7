import { z } from 'zod';
import { STAFF_ROLES, type StaffRole } from '../../domain/access/staff.ts';
import { DateTime, NamedId } from '../common.ts';
import { EmailAddress } from '../settings.ts';
import { StaffReason } from './commands.ts';

const ROLES = Object.keys(STAFF_ROLES) as [StaffRole, ...StaffRole[]];

const Email = z
  .string()
  .meta({ description: 'Their e-mail address, in lower case.', examples: ['bisi@bundlewire.example'] });

export const StaffMember = z
  .object({
    id: z.string().meta({ description: 'Id of the person.', examples: ['per_01kf0x7r1tfb7r9m2ptq4n6wze'] }),
    object: z.literal('staff_member').describe('Always `staff_member`.'),
    email: Email,
    name: z.string().describe('How pages address them.'),
    role: z.string().meta({ description: 'Their role in the staff.', examples: ['operator'] }),
    has_second_factor: z.boolean().describe('Without one, they have no rights at all.'),
    last_sign_in_at: DateTime.nullable().describe('When they last signed in; null for never.'),
  })
  .meta({ id: 'StaffMember', description: 'A staff member.' });
export type StaffMember = z.output<typeof StaffMember>;

export const InviteStaff = z
  .strictObject({
    email: EmailAddress.meta({ description: 'Whom.', examples: ['bisi@bundlewire.example'] }),
    name: NamedId.optional().describe(
      'How pages address them. Without it, by the e-mail address. A known name stays.',
    ),
    role: z.enum(ROLES).describe('What they may do. `docs/guides/staff.md` has the table.'),
    reason: StaffReason.shape.reason,
  })
  .meta({
    id: 'InviteStaffMember',
    description: 'Whom to add to the staff, or whose role to change, and why.',
  });

export const InvitedStaff = z
  .object({
    person_id: z.string().describe('Id of the person.'),
    email: Email,
    role: z.enum(ROLES).describe('Their role now.'),
    sign_in_path: z
      .string()
      .nullable()
      .describe(
        'The address of their sign-in link, after that of the console; null for someone who has signed in before. It works once within 24 hours, and cannot be shown again.',
      ),
  })
  .meta({
    id: 'InvitedStaffMember',
    description: 'A staff member, with a link with which they sign in.',
  });

export const RemovedStaff = z
  .object({ person_id: z.string().describe('Id of the person.') })
  .meta({ id: 'RemovedStaffMember', description: 'A person who no longer belongs to the staff.' });
