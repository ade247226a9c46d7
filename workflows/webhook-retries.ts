import { proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks.ts';
import { ATTEMPT_OFFSETS_MS, ATTEMPTS_MAX } from '../domain/webhook/retry-schedule.ts';
import type { WebhookRetriesInput } from './names.ts';

/**
 * Attempts 2 to 7 of an event, at their fixed offsets from the first. After the last the event is not sent again.
 * @returns `delivered` or `no_endpoint` if an attempt ended the retries, otherwise `exhausted`.
 */
export async function webhookRetries({ eventId, firstAttemptAt }: WebhookRetriesInput): Promise<string> {
  const first = Date.parse(firstAttemptAt);
  for (let attempt = 2; attempt <= ATTEMPTS_MAX; attempt++) {
    const due = first + (ATTEMPT_OFFSETS_MS[attempt - 1] ?? 0);
    setCurrentDetails(describe({ attempt, due, firstAttemptAt }));
    const wait = due - Date.now();
    if (wait > 0) await sleep(wait, { summary: `until attempt ${attempt} of ${ATTEMPTS_MAX}` });
    const { deliverAttempt } = proxyActivities<WebhookActivities>({
      startToCloseTimeout: '30s',
      retry: { initialInterval: '1s', maximumInterval: '30s' },
      summary: `attempt ${attempt} of ${ATTEMPTS_MAX}`,
    });
    const { outcome } = await deliverAttempt({ eventId, attempt });
    if (outcome !== 'failed') return outcome;
  }
  return 'exhausted';
}

interface Waiting {
  /** The attempt that is due next. */
  readonly attempt: number;
  /** Unix milliseconds. */
  readonly due: number;
  /** ISO 8601. */
  readonly firstAttemptAt: string;
}

function describe({ attempt, due, firstAttemptAt }: Waiting): string {
  return [
    `**${attempt - 1} of ${ATTEMPTS_MAX} attempts failed.**`,
    '',
    `- First attempt: ${firstAttemptAt}`,
    `- Next: attempt ${attempt} at ${new Date(due).toISOString()}`,
    '- What the endpoint answered: `bundlewire webhook attempts`',
  ].join('\n');
}
