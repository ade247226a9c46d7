import { proxyActivities, sleep } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks.ts';
import { ATTEMPT_OFFSETS_MS, ATTEMPTS_MAX } from '../domain/webhook-schedule.ts';
import type { WebhookRetriesInput } from './names.ts';

const { deliverAttempt } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
});

/** Attempts 2 to 7 of an event, at their fixed offsets from the first; after the last the event is not sent again. */
export async function webhookRetries({ eventId, firstAttemptAt }: WebhookRetriesInput): Promise<string> {
  const first = Date.parse(firstAttemptAt);
  for (let attempt = 2; attempt <= ATTEMPTS_MAX; attempt++) {
    const wait = first + (ATTEMPT_OFFSETS_MS[attempt - 1] ?? 0) - Date.now();
    if (wait > 0) await sleep(wait, { summary: `until attempt ${attempt}` });
    const { outcome } = await deliverAttempt({ eventId, attempt });
    if (outcome !== 'failed') return outcome;
  }
  return 'exhausted';
}
