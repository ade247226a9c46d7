import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { EventId } from '../domain/ids.ts';
import type { Deliveries } from '../services/webhooks/deliver.ts';

const FIRST_LOOK_MS = 1_000;
const LOOKS_MAX_MS = 30_000;

/** The activities of webhookRetries workflows. */
export function createWebhookActivities(deliveries: Deliveries) {
  return {
    /**
     * One attempt of an event, 2 to 7. This requests it, and the relay makes it in its turn among all attempts. Until its outcome is
     * recorded the activity fails and is retried, which holds no slot and writes no history.
     */
    async deliverAttempt(request: {
      eventId: EventId;
      attempt: number;
    }): Promise<{ outcome: 'delivered' | 'failed' | 'no_endpoint' }> {
      const outcome = await deliveries.ask(request.eventId, request.attempt);
      if (outcome !== 'waiting') return { outcome };

      throw ApplicationFailure.create({
        message: `attempt ${request.attempt} waits for its turn at the endpoint`,
        type: 'AttemptWaits',
        category: ApplicationFailureCategory.BENIGN,
        nextRetryDelay: Math.min(LOOKS_MAX_MS, FIRST_LOOK_MS * 1.5 ** (activityInfo().attempt - 1)),
      });
    },
  };
}

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;
