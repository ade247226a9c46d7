import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { type DeliveryId, type EventId, readId } from '../domain/ids.ts';
import type { Deliveries } from '../services/webhooks/deliver.ts';

const FIRST_LOOK_MS = 1_000;
const LOOKS_MAX_MS = 30_000;

/** The activities of webhookRetries workflows. */
export function createWebhookActivities(
  deliveries: Pick<Deliveries, 'ask'>,
  clientDeliveries: Pick<Deliveries<DeliveryId>, 'ask'>,
) {
  const ask = (id: EventId | DeliveryId, attempt: number) => {
    const delivery = readId('dlv', id);
    if (delivery !== null) return clientDeliveries.ask(delivery, attempt);
    const event = readId('evt', id);
    if (event === null) throw new RangeError(`not an event or a delivery: ${id}`);
    return deliveries.ask(event, attempt);
  };
  return {
    /**
     * One attempt of an event, 2 to 7. This requests it, and the relay makes it in its turn among all attempts. Until its outcome is
     * recorded the activity fails and is retried, which holds no slot and writes no history.
     */
    async deliverAttempt(request: {
      eventId: EventId | DeliveryId;
      attempt: number;
    }): Promise<{ outcome: 'delivered' | 'failed' | 'no_endpoint' }> {
      const outcome = await ask(request.eventId, request.attempt);
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
