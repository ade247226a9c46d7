import { createDtOneAdapter } from '../../adapters/dtone/adapter.ts';
import type { ScriptInput } from '../../adapters/dtone/simulator/scripts.ts';
import { createSimulator } from '../../adapters/dtone/simulator/server.ts';
import type { ContractSubject, Story } from './contract-bench.ts';

const KEY = 'contract-key';

/** Every story in the words of DT One's simulator. */
const SCRIPTS: Record<Story, Omit<ScriptInput, 'number'>> = {
  confirms_in_the_answer: { end_after_ms: 0 },
  accepts_and_delivers: { end_after_ms: 50 },
  accepts_and_stays_silent: { end: null },
  refuses_in_the_answer: { end: 'REJECTED-BARRED-CREDIT-PARTY', end_after_ms: 0 },
  limits_the_rate: { refuse: 'rate_limited' },
  refuses_our_account: { refuse: 'unauthorised' },
  resets_before_taking: { accepts: false, answer: 'reset' },
  resets_after_taking: { answer: 'reset', end_after_ms: 0 },
  fails_after_taking: { answer: 'http_500', end_after_ms: 0 },
  answers_html: { answer: 'html', end_after_ms: 0 },
  answers_nothing: { answer: 'empty', end_after_ms: 0 },
  answers_half: { answer: 'truncated', end_after_ms: 0 },
  breaks_off: { answer: 'cut_off', end_after_ms: 0 },
  answers_endlessly: { answer: 'huge', end_after_ms: 0 },
  answers_an_unknown_status: { answer: 'unknown_status', end_after_ms: 0 },
  answers_an_unknown_code: { answer: 'unknown_code', end_after_ms: 0 },
  answers_late: { answer_after_ms: 5_000, end_after_ms: 0 },
  hides_the_order: { hidden_for_ms: 300, end_after_ms: 0 },
  reverses: { end_after_ms: 0, reverse_after_ms: 50 },
};

export const dtOneSubject: ContractSubject = {
  async startGateway() {
    const simulator = await createSimulator({ accounts: { [KEY]: 'contract-secret' } });
    return {
      baseUrl: `${simulator.url}/v1`,
      tell: (number, story) => simulator.script({ ...SCRIPTS[story], number }),
      deliveries: (creditKey) =>
        simulator.book(KEY).entries.find((entry) => entry.external_id === creditKey)?.deliveries ?? 0,
      close: () => simulator.close(),
    };
  },
  connect: ({ baseUrl, timeoutMs, holdMs, now }) =>
    createDtOneAdapter({
      baseUrl,
      apiKey: KEY,
      apiSecret: 'contract-secret',
      timeoutMs,
      holdMs,
      callbackUrl: null,
      mode: 'async',
      ...(now === undefined ? {} : { now }),
    }),
  callbackBody: (creditKey) =>
    JSON.stringify({ id: 2_000_000_001, external_id: creditKey, status: { class: { id: 7 } } }),
};
