import { z } from 'zod';
import { DateTime } from '../common.ts';
import { StaffReason } from './commands.ts';

const OrganisationId = z
  .string()
  .max(64)
  .meta({ description: 'Id of the organisation.', examples: ['org_01kf0x6q0sfb7r9m2ptq4n6wzf'] });

export const StaffPerson = z
  .object({
    id: z.string().meta({ description: 'Id of the person.', examples: ['per_01kf0x7r1tfb7r9m2ptq4n6wze'] }),
    object: z.literal('person').describe('Always `person`.'),
    email: z.string().meta({ description: 'Their e-mail address.', examples: ['amina@acme.example'] }),
    name: z.string().describe('How pages address them.'),
    organisation_id: OrganisationId,
    organisation_name: z.string().describe('Name of the organisation.'),
    role: z.string().describe('Their role there: its name, or the id of a role of the organisation.'),
    suspended_at: DateTime.nullable().describe('Since when they are suspended; null if they are not.'),
    last_seen_at: DateTime.nullable().describe('When they last used a session; null if they have none.'),
  })
  .meta({ id: 'StaffPerson', description: 'A person of a client, in one organisation.' });
export type StaffPerson = z.output<typeof StaffPerson>;

export const SuspendPerson = z
  .strictObject({ organisation_id: OrganisationId, reason: StaffReason.shape.reason })
  .meta({ id: 'SuspendStaffPerson', description: 'In which organisation, and why.' });

export const PersonStanding = z
  .object({
    person_id: z.string().describe('Id of the person.'),
    organisation_id: OrganisationId,
    suspended: z.boolean().describe('Whether the person is suspended now.'),
    changed: z.boolean().describe('Whether this request changed it.'),
  })
  .meta({ id: 'StaffPersonStanding', description: 'Whether a person is suspended.' });
