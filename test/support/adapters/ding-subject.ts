import { createDingAdapter } from '../../../adapters/ding/adapter.ts';
import { createSimulator } from '../../../adapters/ding/simulator/server.ts';
import type { PlainScriptInput } from '../../../adapters/simulation/scripts.ts';
import type { ContractSubject, Story } from './contract-bench.ts';
import { WRONG_ANSWERS } from './plain-stories.ts';

export const ACCOUNT = 'contract-account';
export const KEY = 'contract-secret';

/** Every story as a script of Ding's simulator. */
const SCRIPTS: Record<Story, Omit<PlainScriptInput, 'number'>> = {
  confirms_in_the_answer: {},
  accepts_and_delivers: { end_after_ms: 50 },
  accepts_and_stays_silent: { end: null },
  refuses_in_the_answer: { end: 'failed' },
  delivers_later: { end_after_ms: 1_500 },
  refuses_later: { end: 'failed', end_after_ms: 1_500 },
  limits_the_rate: { refuse: 'RateLimited' },
  refuses_our_account: { refuse: 'AuthenticationFailed' },
  finds_our_wallet_empty: { refuse: 'InsufficientBalance' },
  finds_it_too_soon: {},
  forgets_our_token: {},
  ...WRONG_ANSWERS,
  reverses: {},
  loses_the_callback: {},
  doubles_the_callback: {},
  calls_back_before_answering: {},
  calls_back_out_of_order: {},
  names_another_product: { shown_product: 'NG_GL_TopUp' },
  forges_a_callback: {},
  signs_wrongly: {},
  signs_an_old_time: {},
};

export const dingSubject: ContractSubject = {
  productCode: 'NG_MT_TopUp:1.25:USD',
  impossible: [
    'finds_it_too_soon',
    'forgets_our_token',
    // Its states have no reversal.
    'reverses',
    // Callbacks of its deferred mode are not documented.
    'loses_the_callback',
    'doubles_the_callback',
    'calls_back_before_answering',
    'calls_back_out_of_order',
    'forges_a_callback',
    'signs_wrongly',
    'signs_an_old_time',
  ],
  async startGateway() {
    const simulator = await createSimulator({ accounts: { [ACCOUNT]: KEY } });
    return {
      baseUrl: `${simulator.url}/api/V1`,
      tell: (number, story) => simulator.script({ ...SCRIPTS[story], number: number.slice(1) }),
      deliveries: (gatewayReference) =>
        simulator.book(ACCOUNT).entries.find(({ external_id }) => external_id === gatewayReference)
          ?.deliveries ?? 0,
      close: () => simulator.close(),
    };
  },
  connect: ({ baseUrl, timeoutMs, holdMs, now }) =>
    createDingAdapter({ baseUrl, apiKey: KEY, timeoutMs, holdMs, ...(now === undefined ? {} : { now }) }),
  callbackAbout: () => null,
  referenceOf: ({ gatewayReference }) => gatewayReference,
};
