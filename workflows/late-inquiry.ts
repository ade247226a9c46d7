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
  summary: 'end the late inquiry without an outcome',
});

/**
 * Inquires for 72 hours after a purchase expired whose order had been sent. The result moves no client's money: a delivery is
 * listed as a late confirmation.
 * @returns the outcome; `unknown` if no inquiry found it.
 */
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
      setCurrentDetails(describe({ openedAt: input.openedAt, asked, due }));
      inbox.requery = false;
      if (due > Date.now()) {
        await condition(() => inbox.requery, due - Date.now(), {
          summary: `until late inquiry ${asked + 1}`,
        });
      }
      asked += 1;
      const outcome = await inquireOnce(input, asked);
      if (outcome !== null) return outcome;
      // An operator's inquiry does not replace the one that is due.
      if (Date.now() >= due) break;
    }
  }
  await endLateInquiry({ purchaseId: input.purchaseId, outcome: 'unknown' });
  return 'unknown';
}

/** One inquiry; null while the outcome is unknown, and if the inquiry fails. */
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

interface Waiting {
  /** ISO 8601. */
  readonly openedAt: string;
  /** Inquiries so far. */
  readonly asked: number;
  /** When the next is due, in Unix milliseconds. */
  readonly due: number;
}

function describe({ openedAt, asked, due }: Waiting): string {
  return [
    '**Timed out after a send; late inquiries continue.** The client was not charged.',
    '',
    `- Timed out: ${openedAt}`,
    `- Late inquiries so far: ${asked}, none was conclusive`,
    `- Next: ${new Date(due).toISOString()}; the last is 72 hours after the timeout`,
  ].join('\n');
}
