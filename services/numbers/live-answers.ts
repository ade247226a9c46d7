import type { Pool } from 'pg';
import {
  OTHER_NETWORK,
  readNetworkCodes,
  readStoredLocation,
  storeLiveLocation,
} from '../../db/networks/number-lookups.ts';
import { createCache } from '../cache.ts';
import type { PortingProvider } from './porting-provider.ts';

/** How a live provider is used. */
export interface LiveSettings {
  readonly provider: PortingProvider;
  /** Age up to which an answer is used again, in milliseconds. */
  readonly freshForMs: number;
  /** Longest that a purchase or a lookup waits for the provider. */
  readonly waitMs: number;
  /** Called with the reason when the provider failed. The reason contains no phone number. */
  readonly onFailure: (why: string) => void;
}

/** Has a provider's answer about a number stored, if it arrives in time. */
export interface LiveAnswers {
  /** Never rejects: without an answer, the local tables decide. */
  refresh(phoneNumber: string): Promise<void>;
}

/** After a request about a number, this process sends no other one about it for a second, whatever the outcome. */
const ASKED_FRESH_MS = 1_000;
const ASKED_MAX = 100_000;
const CODES_FRESH_MS = 10_000;
/** Above this number of concurrent requests, the local tables decide: purchases must not queue behind a slow provider. */
const ASKING_MAX = 64;
/** After so many failures in a row, the provider is not called for a while. */
const FAILURES_MAX = 3;
const REST_MS = 10_000;

export function createLiveAnswers(pool: Pool, settings: LiveSettings): LiveAnswers {
  const codes = createCache<'all', ReadonlyMap<string, string>>(1, CODES_FRESH_MS, () =>
    readNetworkCodes(pool),
  );
  const breaker = createBreaker();

  const ask = async (phoneNumber: string): Promise<void> => {
    const answer = await settings.provider.locate(phoneNumber, AbortSignal.timeout(settings.waitMs));
    breaker.answered(answer.kind !== 'unavailable');
    if (answer.kind === 'unavailable') settings.onFailure(answer.why);
    if (answer.kind !== 'found') return;
    const networkId = (await codes.get('all')).get(answer.mccMnc) ?? OTHER_NETWORK;
    await storeLiveLocation(pool, phoneNumber, networkId, settings.freshForMs);
  };

  const asked = createCache<string, void>(ASKED_MAX, ASKED_FRESH_MS, async (phoneNumber) => {
    try {
      const { live } = await readStoredLocation(pool, phoneNumber);
      if (live !== null) return;
      // Without codes, every answer would mean a network other than ours.
      if ((await codes.get('all')).size === 0) settings.onFailure('network_codes is empty');
      else if (breaker.mayAsk()) await breaker.counted(() => ask(phoneNumber));
    } catch (error) {
      settings.onFailure(error instanceof Error ? error.message : String(error));
    }
  });
  return { refresh: (phoneNumber) => asked.get(phoneNumber) };
}

function createBreaker() {
  let asking = 0;
  let failures = 0;
  let restUntil = 0;
  return {
    mayAsk: () => asking < ASKING_MAX && performance.now() >= restUntil,
    answered(well: boolean) {
      failures = well ? 0 : failures + 1;
      if (failures >= FAILURES_MAX) restUntil = performance.now() + REST_MS;
    },
    async counted(work: () => Promise<void>): Promise<void> {
      asking += 1;
      try {
        await work();
      } finally {
        asking -= 1;
      }
    },
  };
}
