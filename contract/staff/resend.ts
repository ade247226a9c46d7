import { z } from 'zod';
import { NamedId } from '../common.ts';
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
