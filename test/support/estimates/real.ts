import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../scenarios/client.ts';
import type { Scenario } from '../scenarios/stack.ts';

/** What limits a network that campaigns are tried on. */
export interface Limits {
  readonly ratePerSecond: number;
  readonly inFlightMax: number;
}

/** What a campaign that ran showed. */
export interface Watched {
  /** From the start to the end, in seconds. */
  readonly seconds: number;
  /** In order of time, one look every half second from the first outcome on. */
  readonly looks: readonly Look[];
}

interface Look {
  /** The part of its rows that were final, 0 to 1. */
  readonly part: number;
  /** How much later than the real end the estimate was, as a part of the time that was left; null without an estimate. */
  readonly error: number | null;
}

const LOOK_MS = 500;
const GIVE_UP_MS = 8 * 60_000;
/** Where fewer seconds are left, an error of one second is no small part of them. */
const LEFT_MS_MIN = 3_000;

/** Changes pace and budget of MTN, and forgets how fast it was with others. */
export async function limitNetwork(
  { pool }: Scenario,
  { ratePerSecond, inFlightMax }: Limits,
): Promise<void> {
  await pool.query({
    text: `
      UPDATE network_queues SET rate_per_second = $1, burst = $1, in_flight_max = $2
       WHERE network_id = 'net_mtn_ng' AND livemode`,
    values: [ratePerSecond, inFlightMax],
  });
  await pool.query(`
    UPDATE batch_rates SET measured_at = NULL, measured_complete = NULL, measured_seconds = NULL
     WHERE network_id = 'net_mtn_ng' AND livemode`);
}

/** Runs a campaign of MTN to its end, and holds its estimates against it. @param onPart does something once, when this part is final. */
export async function watchCampaign(
  { api }: Client,
  reference: string,
  numbers: readonly string[],
  onPart?: { readonly part: number; readonly run: (id: string) => Promise<void> },
): Promise<Watched> {
  const file = ['phone_number,bundle_id', ...numbers.map((number) => `${number},bnd_mtn_ng_500mb_7d`)];
  const { id } = await api.batches.create(`${file.join('\n')}\n`, { reference });
  const seen: { readonly at: number; readonly part: number; readonly ends: number | null }[] = [];
  const giveUpAt = Date.now() + GIVE_UP_MS;
  let happened = onPart === undefined;
  for (;;) {
    const batch = await api.batches.get(id);
    const { valid, waiting, pending } = batch.counts;
    const part = 1 - (waiting + pending) / valid;
    const estimated = batch.estimated_completion_at;
    seen.push({ at: Date.now(), part, ends: estimated === null ? null : Date.parse(estimated) });
    if (batch.status === 'completed') {
      const [began, ended] = [Date.parse(batch.started_at ?? ''), Date.parse(batch.completed_at ?? '')];
      const looks = seen
        .filter(({ at, part: final }) => final > 0 && ended - at >= LEFT_MS_MIN)
        .map(({ at, part: final, ends }) => ({
          part: final,
          error: ends === null ? null : (ends - ended) / (ended - at),
        }));
      return { seconds: (ended - began) / 1_000, looks };
    }
    if (Date.now() > giveUpAt) throw new Error(`${reference} is still ${batch.status}`);
    if (!happened && onPart !== undefined && part >= onPart.part) {
      happened = true;
      await onPart.run(id);
    }
    await sleep(LOOK_MS);
  }
}

/** The errors from a part of the campaign on, as a short text for the log. */
export function inWords({ seconds, looks }: Watched): string {
  const shown = looks.map(
    ({ part, error }) => `${Math.round(100 * part)}%:${error === null ? '-' : `${Math.round(100 * error)}`}`,
  );
  return `${Math.round(seconds)} s; error in % of the time left: ${shown.join(' ')}`;
}
