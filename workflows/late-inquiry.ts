import {
  ActivityFailure,
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { PurchaseActivities } from '../activities/purchase.ts';
import { lateOffsetsFrom } from '../domain/purchase/inquiry-schedule.ts';
import { type LateInquiryInput, SIGNALS } from './names.ts';

const requery = defineSignal(SIGNALS.requery);

const { endLateInquiry } = proxyActivities<PurchaseActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', maximumInterval: '5m' },
  summary: 'nobody ever knew',
});

/** Goes on asking, for 72 hours, what became of a purchase that timed out after a send. It changes no client's money. */
export async function lateInquiry(input: LateInquiryInput): Promise<string> {
  const openedAt = Date.parse(input.openedAt);
  const inbox = { requery: false };
  setHandler(requery, () => {
    inbox.requery = true;
  });

  let asked = 0;
  for (const offset of lateOffsetsFrom(Date.now() - openedAt)) {
    for (;;) {
      const due = openedAt + offset;
      setCurrentDetails(describe(input.openedAt, asked, due));
      inbox.requery = false;
      if (due > Date.now()) {
        await condition(() => inbox.requery, due - Date.now(), {
          summary: `until late inquiry ${asked + 1}`,
        });
      }
      asked += 1;
      const outcome = await inquireOnce(input, asked);
      if (outcome !== null) return outcome;
      // What an operator asks takes the place of no inquiry that is due.
      if (Date.now() >= due) break;
    }
  }
  await endLateInquiry({ purchaseId: input.purchaseId, outcome: 'unknown' });
  return 'unknown';
}

/** An inquiry that fails says nothing; the next one is due by the schedule. */
async function inquireOnce(input: LateInquiryInput, nth: number): Promise<string | null> {
  const { inquireLate } = proxyActivities<PurchaseActivities>({
    startToCloseTimeout: 2 * input.gatewayTimeoutMs + 15_000,
    scheduleToCloseTimeout: '10m',
    retry: { initialInterval: '10s', maximumAttempts: 3 },
    summary: `late inquiry ${nth}`,
  });
  try {
    return (await inquireLate({ purchaseId: input.purchaseId })).outcome;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return null;
  }
}

function describe(openedAt: string, asked: number, due: number): string {
  return [
    '**Timed out after a send; asking on what became of it.** The client was charged nothing.',
    '',
    `- Timed out: ${openedAt}`,
    `- Late inquiries so far: ${asked}, none was conclusive`,
    `- Next: ${new Date(due).toISOString()}; the last is 72 hours after the timeout`,
  ].join('\n');
}
