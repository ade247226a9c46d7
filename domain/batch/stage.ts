import type { BatchStage, WaitsFor } from './batch.ts';
import { judgeHours, type SendBetween, showSendBetween } from './quiet-hours.ts';
import { isScheduled, type Timing } from './schedule.ts';

export interface Standing {
  readonly stage: BatchStage;
  /** Null where nothing but the batch itself decides when it continues. */
  readonly waitsFor: WaitsFor | null;
}

/** Rows of a network of a batch. */
export interface NetworkRows {
  readonly country: string;
  readonly waiting: number;
}

/** What a batch does at a time. */
export function judgeStage(
  timing: Timing,
  sendBetween: SendBetween | null = null,
  networks: readonly NetworkRows[] = [],
): Standing {
  const { status, notBefore, now } = timing;
  if (isScheduled(timing) && notBefore !== null) {
    const message = `The campaign starts at ${showTime(notBefore)}. Before that time, nothing is bought, and you can change the time.`;
    return { stage: 'scheduled', waitsFor: { code: 'start_time', message, until: notBefore } };
  }
  const isQuiet = status === 'running' && sendBetween !== null;
  return { stage: status, waitsFor: isQuiet ? judgeQuiet(sendBetween, networks, now) : null };
}

/** Rows of one country that may be bought keep the batch going. */
function judgeQuiet(window: SendBetween, networks: readonly NetworkRows[], now: Date): WaitsFor | null {
  const countries = new Set(networks.flatMap(({ country, waiting }) => (waiting > 0 ? [country] : [])));
  const ends: Date[] = [];
  for (const country of countries) {
    const hours = judgeHours(window, country, now);
    if (hours.kind === 'open') return null;
    if (hours.until !== null) ends.push(hours.until);
  }
  if (countries.size === 0) return null;
  const hours = `${showSendBetween(window)} for the recipients in ${[...countries].sort().join(', ')}`;
  const [until = null] = ends.sort((a, b) => a.getTime() - b.getTime());
  const message =
    until === null
      ? `There is no time at which it is ${hours} in all their time zones. Choose longer hours.`
      : `Now it is not ${hours}. Buying continues at ${showTime(until)}.`;
  return { code: 'quiet_hours', message, until };
}

/** A time as people read it: 2026-12-01 08:00 UTC. */
function showTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
