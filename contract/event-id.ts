import { z } from 'zod';

/** The id of an event, in webhooks and in the list of events. */
export const EventIdField = z.string().meta({
  description: 'Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats.',
  examples: ['evt_01kf0x9a3dfb7r9m2ptq4n6wze'],
});
