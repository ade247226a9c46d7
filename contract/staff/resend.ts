import { z } from 'zod';
import { Instant, NamedId } from '../common.ts';
import { StaffReason } from './commands.ts';
import { AccountIdField } from './common.ts';

const EventId = z
  .string()
  .meta({ description: 'Id of the event.', examples: ['evt_01kf0x8v5sfb7r9m2ptq4n6wze'] });

export const ResendEvent = z
  .strictObject({
    endpoint_id: NamedId.optional().describe(
      'Only to this endpoint that the client set. Without it, to all endpoints that want the event.',
    ),
    reason: StaffReason.shape.reason,
  })
  .meta({ id: 'ResendStaffEvent', description: 'Where to send an event again, and why.' });

export const ResentEvent = z
  .object({
    event_id: EventId,
    account_id: AccountIdField,
    queued: z.boolean().describe('Whether an attempt was added. False if one waits already.'),
  })
  .meta({ id: 'StaffResentEvent', description: 'An event that is sent again.' });

export const RecoverEvents = z
  .strictObject({
    endpoint_id: NamedId.nullable().describe('The endpoint that the client set; null for that of operators.'),
    since: Instant.describe('Only events created at or after this time.'),
    after: NamedId.optional().describe('Continues after this event: `next` of the answer before.'),
    reason: StaffReason.shape.reason,
  })
  .meta({ id: 'RecoverStaffEvents', description: 'Which undelivered events to send again, and why.' });

export const RecoveredEvents = z
  .object({
    account_id: AccountIdField,
    endpoint_id: z.string().nullable().describe('As in the request.'),
    queued: z
      .int()
      .describe('How many events are sent again. At most 400 wait at an endpoint at the same time.'),
    next: z.string().nullable().describe('The last event of this part. Send it as `after` to continue.'),
    has_more: z.boolean().describe('Whether there may be more. If `queued` is 0, try again later.'),
  })
  .meta({ id: 'StaffRecoveredEvents', description: 'A part of the undelivered events of an endpoint.' });
