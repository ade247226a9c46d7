import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayAdapter, OrderRequest } from '../../../adapters/adapter.ts';
import { createDtOneAdapter } from '../../../adapters/dtone/adapter.ts';
import { createSimulator, type Simulator } from '../../../adapters/dtone/simulator/server.ts';

const KEY = 'purchases-key';
const SUFFIXES = '550 551 100 102 104 107 980 981 982 983 984 985 986 987 988 989'.split(' ');
const ORDERS = 160;
const HOLD_MS = 300;
/** How long one asks for a verdict: of the number that never gets one, not for long. */
const PATIENCE_MS = { undecided: 1_500, decided: 150_000 };
/** Inquiries get rarer: on a busy machine their own number would make all of them run out of time. */
const PAUSES_MS = { first: 40, longest: 2_000 };
const TEST_TIMEOUT_MS = 180_000;
const call = { signal: new AbortController().signal };

type Verdict = 'confirmed' | 'refused' | 'reversed' | 'undecided';

describe.each(['async', 'sync'] as const)(
  'purchases over a gateway that fails in every way, in %s mode',
  (mode) => {
    let simulator: Simulator;
    let adapter: GatewayAdapter;
    beforeAll(async () => {
      simulator = await createSimulator({ timeScale: 0.01 });
      adapter = createDtOneAdapter({
        baseUrl: `${simulator.url}/v1`,
        apiKey: KEY,
        apiSecret: 'secret',
        timeoutMs: 250,
        holdMs: HOLD_MS,
        callbackUrl: null,
        mode,
        twoStep: false,
      });
    });
    afterAll(async () => {
      await adapter.close();
      await simulator.close();
    });

    it(
      'are delivered once when they are confirmed or reversed, and never when they are refused',
      async () => {
        const requests = Array.from({ length: ORDERS }, (_, index) => orderFor(index));
        const verdicts = await Promise.all(requests.map((request) => decide(adapter, request)));
        // What is undecided stays so: the gateway never says more.
        const book = new Map(simulator.book(KEY).entries.map((entry) => [entry.external_id, entry]));

        for (const [index, { gatewayReference, phoneNumber }] of requests.entries()) {
          const verdict = verdicts[index];
          const delivered = verdict === 'confirmed' || verdict === 'reversed';
          expect([phoneNumber.slice(-3), verdict, book.get(gatewayReference)?.deliveries]).toEqual([
            phoneNumber.slice(-3),
            expectedOf(phoneNumber.slice(-3)),
            delivered ? 1 : 0,
          ]);
        }
      },
      TEST_TIMEOUT_MS,
    );
  },
);

/** What a purchase does with an adapter, without Temporal: send, inquire, and send again only what never arrived. */
async function decide(adapter: GatewayAdapter, request: OrderRequest): Promise<Verdict> {
  const isUndecided = expectedOf(request.phoneNumber.slice(-3)) === 'undecided';
  const giveUpAt = Date.now() + PATIENCE_MS[isUndecided ? 'undecided' : 'decided'];
  for (;;) {
    const sentAt = new Date();
    const outcome = await adapter.submit(request, call);
    if (outcome.kind === 'confirmed' && !request.phoneNumber.endsWith('980')) return 'confirmed';
    if (outcome.kind === 'refused') return 'refused';

    let pauseMs = PAUSES_MS.first;
    while (outcome.kind !== 'not_submitted') {
      if (Date.now() > giveUpAt) return 'undecided';
      await sleep(pauseMs);
      pauseMs = Math.min(1.5 * pauseMs, PAUSES_MS.longest);
      const found = await adapter.inquiry?.inquire({ ...request, gatewayId: null, sentAt }, call);
      if (found?.kind === 'refused' || found?.kind === 'reversed') return found.kind;
      if (found?.kind === 'confirmed' && !request.phoneNumber.endsWith('980')) return 'confirmed';
      if (found?.kind === 'not_found' && found.conclusive) break;
    }
  }
}

function expectedOf(suffix: string): Verdict {
  if (suffix === '980') return 'reversed';
  if (suffix === '981') return 'undecided';
  return suffix.startsWith('1') && suffix !== '100' ? 'refused' : 'confirmed';
}

function orderFor(index: number): OrderRequest {
  const suffix = SUFFIXES[index % SUFFIXES.length] ?? '550';
  return {
    gatewayReference: `pur_01story${index}`,
    phoneNumber: `+2348${String(index).padStart(6, '0')}${suffix}`,
    productCode: '6035',
    firstSentAt: new Date(),
  };
}
