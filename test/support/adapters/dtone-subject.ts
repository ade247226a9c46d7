import { createDtOneAdapter } from '../../../adapters/dtone/adapter.ts';
import type { ScriptInput } from '../../../adapters/dtone/simulator/scripts.ts';
import { createSimulator } from '../../../adapters/dtone/simulator/server.ts';
import { type ContractSubject, rawCallback, type Story } from './contract-bench.ts';

const KEY = 'contract-key';

/** Every story as a script of DT One's simulator. */
const SCRIPTS: Record<Story, Omit<ScriptInput, 'number'>> = {
  confirms_in_the_answer: { end_after_ms: 0 },
  accepts_and_delivers: { end_after_ms: 50 },
  accepts_and_stays_silent: { end: null },
  refuses_in_the_answer: { end: 'REJECTED-BARRED-CREDIT-PARTY', end_after_ms: 0 },
  delivers_later: { end_after_ms: 1_500 },
  refuses_later: { end: 'DECLINED', end_after_ms: 1_500 },
  limits_the_rate: { refuse: 'rate_limited' },
  refuses_our_account: { refuse: 'unauthorised' },
  finds_our_wallet_empty: { refuse: 'wallet_empty' },
  finds_it_too_soon: { end: 'DECLINED-DUPLICATED-TRANSACTION', end_after_ms: 0 },
  forgets_our_token: {},
  resets_before_taking: { accepts: false, answer: 'reset' },
  resets_after_taking: { answer: 'reset', end_after_ms: 0 },
  fails_before_taking: { accepts: false, answer: 'http_500' },
  fails_after_taking: { answer: 'http_500', end_after_ms: 0 },
  answers_html: { answer: 'html', end_after_ms: 0 },
  answers_nothing: { answer: 'empty', end_after_ms: 0 },
  answers_half: { answer: 'truncated', end_after_ms: 0 },
  breaks_off: { answer: 'cut_off', end_after_ms: 0 },
  answers_endlessly: { answer: 'huge', end_after_ms: 0 },
  answers_an_unknown_status: { answer: 'unknown_status', end_after_ms: 0 },
  answers_an_unknown_code: { answer: 'unknown_code', end_after_ms: 0 },
  answers_late: { answer_after_ms: 5_000, end_after_ms: 0 },
  hides_the_order: { hidden_for_ms: 3_000, end_after_ms: 0 },
  reverses: { end_after_ms: 0, reverse_after_ms: 50 },
  loses_the_callback: { end_after_ms: 0, callbacks: 0 },
  doubles_the_callback: { end_after_ms: 0, callbacks: 2 },
  calls_back_before_answering: { end_after_ms: 0, callback_before_answer: true },
  calls_back_out_of_order: { end_after_ms: 0, reverse_after_ms: 50, callback_delay_ms: 400 },
  names_another_product: { end_after_ms: 0, shown_product: '6036' },
  forges_a_callback: { end: 'DECLINED', end_after_ms: 60_000, forged_callback: true },
  signs_wrongly: {},
  signs_an_old_time: {},
};

export const dtOneSubject: ContractSubject = {
  productCode: '6035',
  impossible: ['forgets_our_token', 'signs_wrongly', 'signs_an_old_time'],
  async startGateway() {
    const simulator = await createSimulator({ accounts: { [KEY]: 'contract-secret' } });
    return {
      baseUrl: `${simulator.url}/v1`,
      tell: (number, story) => simulator.script({ ...SCRIPTS[story], number }),
      deliveries: (gatewayReference) =>
        simulator.book(KEY).entries.find((entry) => entry.external_id === gatewayReference)?.deliveries ?? 0,
      close: () => simulator.close(),
    };
  },
  connect: ({ baseUrl, callbackUrl, timeoutMs, holdMs, now }) =>
    createDtOneAdapter({
      baseUrl,
      apiKey: KEY,
      apiSecret: 'contract-secret',
      timeoutMs,
      holdMs,
      callbackUrl,
      mode: 'async',
      twoStep: false,
      ...(now === undefined ? {} : { now }),
    }),
  callbackAbout: (gatewayReference) =>
    rawCallback(
      JSON.stringify({ id: 2_000_000_001, external_id: gatewayReference, status: { class: { id: 7 } } }),
    ),
  referenceOf: ({ gatewayReference }) => gatewayReference,
};
