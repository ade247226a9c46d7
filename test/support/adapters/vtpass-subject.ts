import type { PlainScriptInput } from '../../../adapters/simulation/scripts.ts';
import { createVtpassAdapter } from '../../../adapters/vtpass/adapter.ts';
import { toRequestId } from '../../../adapters/vtpass/request-id.ts';
import { createSimulator } from '../../../adapters/vtpass/simulator/server.ts';
import { type ContractSubject, rawCallback, type Story } from './contract-bench.ts';
import { CALLBACKS, WRONG_ANSWERS } from './plain-stories.ts';

const KEY = 'contract-key';
const SECRET = 'contract-secret';

/** Every story as a script of VTpass's simulator. */
const SCRIPTS: Record<Story, Omit<PlainScriptInput, 'number'>> = {
  confirms_in_the_answer: {},
  accepts_and_delivers: { end_after_ms: 50 },
  accepts_and_stays_silent: { end: null },
  refuses_in_the_answer: { end: 'failed' },
  delivers_later: { end_after_ms: 1_500 },
  refuses_later: { end: 'failed', end_after_ms: 1_500 },
  limits_the_rate: {},
  refuses_our_account: { refuse: '027' },
  finds_our_wallet_empty: { refuse: '018' },
  finds_it_too_soon: { refuse: '019' },
  forgets_our_token: {},
  ...WRONG_ANSWERS,
  ...CALLBACKS,
  names_another_product: {},
  forges_a_callback: { end: 'failed', end_after_ms: 60_000, forged_callback: true },
  signs_wrongly: {},
  signs_an_old_time: {},
};

export const vtpassSubject: ContractSubject = {
  productCode: 'mtn-data/mtn-1gb',
  impossible: [
    'limits_the_rate',
    'forgets_our_token',
    'names_another_product',
    'signs_wrongly',
    'signs_an_old_time',
  ],
  async startGateway(callbackUrl) {
    const simulator = await createSimulator({
      accounts: { [KEY]: SECRET },
      callbackUrls: { [KEY]: callbackUrl },
    });
    return {
      baseUrl: `${simulator.url}/api`,
      tell: (number, story) => simulator.script({ ...SCRIPTS[story], number: nationalOf(number) }),
      deliveries: (gatewayReference) => {
        const ending = gatewayReference.replace('_', '');
        return (
          simulator.book(KEY).entries.find(({ external_id }) => external_id.endsWith(ending))?.deliveries ?? 0
        );
      },
      close: () => simulator.close(),
    };
  },
  connect: ({ baseUrl, timeoutMs, holdMs, now }) =>
    createVtpassAdapter({
      baseUrl,
      apiKey: KEY,
      secretKey: SECRET,
      timeoutMs,
      holdMs,
      ...(now === undefined ? {} : { now }),
    }),
  callbackAbout: (gatewayReference) => {
    const requestId = `202611201848${gatewayReference.replace('_', '')}`;
    return rawCallback(JSON.stringify({ type: 'transaction-update', data: { code: '000', requestId } }));
  },
  referenceOf: ({ gatewayReference, firstSentAt }) => toRequestId(gatewayReference, firstSentAt),
};

/** A number as it is dialled in Nigeria. */
function nationalOf(phoneNumber: string): string {
  return `0${phoneNumber.slice('+234'.length)}`;
}
