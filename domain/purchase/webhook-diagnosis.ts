import { attemptInWords } from '../webhook/attempt-in-words.ts';
import type { DeliveryFact, EventFact } from './facts.ts';

/** Why the event of a final purchase was not accepted: a code for programs and one sentence for people. */
export interface WebhookDiagnosis {
  readonly cause: 'webhook_failing' | 'webhook_not_sent';
  readonly sentence: string;
}

/** Names the first endpoint at which an event fails, or states that it went to none; null where neither is so. Pure. */
export function diagnoseEvent(event: EventFact): WebhookDiagnosis | null {
  if (event.delivery === 'not_sent') {
    const sentence = `It is final, but the account had no webhook endpoint for ${event.type} then.`;
    return { cause: 'webhook_not_sent', sentence };
  }
  return (
    event.deliveries.map((delivery) => diagnoseDelivery(event, delivery)).find((found) => found !== null) ??
    null
  );
}

function diagnoseDelivery(
  { type, attempts }: EventFact,
  { endpointId, delivery }: DeliveryFact,
): WebhookDiagnosis | null {
  // An endpoint that was removed or disabled holds nothing up.
  if (delivery === 'delivered' || delivery === 'not_sent') return null;
  const failed = attempts.filter((made) => made.endpointId === endpointId && made.outcome === 'failed');
  const last = failed.at(-1);
  if (last === undefined) return null;
  const endpoint = endpointId === null ? 'the endpoint' : `the client's endpoint ${endpointId}`;
  const next = delivery === 'failed' ? 'No attempt is left' : 'The next attempt follows the schedule';
  return {
    cause: 'webhook_failing',
    sentence: `It is final, but ${endpoint} has not accepted ${type}: ${failed.length} attempts failed (last ${attemptInWords(last)}). ${next}.`,
  };
}
