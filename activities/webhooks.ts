import type { EventId } from '../domain/ids.ts';
import type { AttemptOutcome, Deliveries } from '../webhooks/deliver.ts';

/** The activities of webhookRetries workflows. */
export function createWebhookActivities(deliveries: Deliveries) {
  return {
    /** One attempt of an event, 2 to 7; throws when it could not be recorded, and is then made again. */
    async deliverAttempt(request: {
      eventId: EventId;
      attempt: number;
    }): Promise<{ outcome: AttemptOutcome }> {
      return { outcome: await deliveries.deliverAgain(request.eventId, request.attempt) };
    },
  };
}

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;
