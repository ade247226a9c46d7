import type { ReceivedEvent } from '../../stack/receiver.ts';
import type { CampaignSeen } from '../run/observed.ts';
import type { StoredBatch, StoredEvent } from './stored.ts';

/** What the client's receiver got. */
export interface Received {
  /** By the id of the event, until now. */
  readonly webhooks: ReadonlyMap<string, ReceivedEvent>;
  /** Those that had arrived before the stored events were read. One that arrives later may be of an event that was not read. */
  readonly before: readonly ReceivedEvent[];
  /** Without a genuine signature. */
  readonly forged: number;
}

/** Every webhook against the event that it reports. One sentence per contradiction. */
export function judgeWebhooks(
  { webhooks, before, forged }: Received,
  events: readonly StoredEvent[],
): string[] {
  const findings = forged === 0 ? [] : [`${forged} webhooks had no genuine signature`];
  const stored = new Map(events.map((event) => [event.id, event]));
  for (const { id, type, subjectId } of events) {
    const webhook = webhooks.get(id);
    if (webhook === undefined) findings.push(`${id} (${type} of ${subjectId}) was never received`);
    else if (webhook.type !== type || webhook.subjectId !== subjectId)
      findings.push(
        `${id} is ${type} of ${subjectId}, and was received as ${webhook.type} of ${webhook.subjectId}`,
      );
  }
  for (const { eventId, type } of before) {
    if (type.startsWith('purchase.') && !stored.has(eventId))
      findings.push(`${eventId} was received and is no event`);
  }
  return findings;
}

/** A campaign that was canceled buys nothing after the answer. */
export function judgeCampaigns(seen: readonly CampaignSeen[], stored: readonly StoredBatch[]): string[] {
  return seen.flatMap(({ reference, canceledAt, id }) => {
    const batch = stored.find((one) => one.reference === reference);
    if (batch === undefined)
      return id === null ? [] : [`the campaign ${reference} was accepted and does not exist`];
    const { lastBoughtAt } = batch;
    if (canceledAt === null || lastBoughtAt === null || lastBoughtAt <= canceledAt) return [];
    return [`the campaign ${reference} bought after the answer to its cancellation`];
  });
}
