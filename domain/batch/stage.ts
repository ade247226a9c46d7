import type { BatchStage, WaitsFor } from './batch.ts';
import { isScheduled, type Timing } from './schedule.ts';

export interface Standing {
  readonly stage: BatchStage;
  /** Null where nothing but the batch itself decides when it continues. */
  readonly waitsFor: WaitsFor | null;
}

/** What a batch does at a time. */
export function judgeStage(timing: Timing): Standing {
  if (isScheduled(timing) && timing.notBefore !== null) {
    const until = timing.notBefore;
    const message = `It starts at ${showTime(until)}. Until then nothing is bought, and you can change the time.`;
    return { stage: 'scheduled', waitsFor: { code: 'start_time', message, until } };
  }
  return { stage: timing.status, waitsFor: null };
}

/** A time as people read it: 2026-12-01 08:00 UTC. */
function showTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
