import { ActivityFailure, proxyActivities, sleep } from '@temporalio/workflow';
import type { PurchaseActivities } from '../activities/purchase.ts';
import { LATE_INQUIRY_OFFSETS_MS } from '../domain/inquiry-schedule.ts';
import type { LateInquiryInput } from './names.ts';

const { endLateInquiry } = proxyActivities<PurchaseActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', maximumInterval: '5m' },
});

/** Goes on asking, for 72 hours, what became of a purchase that timed out after a send. It changes no client's money. */
export async function lateInquiry(input: LateInquiryInput): Promise<string> {
  const openedAt = Date.parse(input.openedAt);
  const { inquireLate } = proxyActivities<PurchaseActivities>({
    startToCloseTimeout: 2 * input.gatewayTimeoutMs + 15_000,
    scheduleToCloseTimeout: '10m',
    retry: { initialInterval: '10s', maximumAttempts: 3 },
  });

  for (const offset of LATE_INQUIRY_OFFSETS_MS) {
    const wait = openedAt + offset - Date.now();
    if (wait > 0) await sleep(wait, { summary: 'next late inquiry' });
    const outcome = await answered(() => inquireLate({ purchaseId: input.purchaseId }));
    if (outcome !== null) return outcome;
  }
  await endLateInquiry({ purchaseId: input.purchaseId, outcome: 'unknown' });
  return 'unknown';
}

/** An inquiry that fails says nothing; the next one is due by the schedule. */
async function answered(ask: () => Promise<{ outcome: string | null }>): Promise<string | null> {
  try {
    return (await ask()).outcome;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return null;
  }
}
