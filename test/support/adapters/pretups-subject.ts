import { createPretupsAdapter } from '../../../adapters/pretups/adapter.ts';
import { CARRIER_CODES, createSimulator } from '../../../adapters/pretups/simulator/server.ts';
import type { PlainScriptInput } from '../../../adapters/simulation/scripts.ts';
import type { Binding, ContractSubject, Story } from './contract-bench.ts';
import { WRONG_ANSWERS } from './plain-stories.ts';

export const MSISDN = '2348020000001';
export const SECRETS = {
  pin: 'pin-secret',
  password: 'password-secret',
  urlPassword: 'url-password-secret',
} as const;

/** Every story as a script of PreTUPS's simulator. */
const SCRIPTS: Record<Story, Omit<PlainScriptInput, 'number'>> = {
  confirms_in_the_answer: {},
  accepts_and_delivers: { end_after_ms: 50 },
  accepts_and_stays_silent: { end: null },
  refuses_in_the_answer: { end: 'failed' },
  delivers_later: { end_after_ms: 1_500, open_word: '205' },
  refuses_later: { end: 'failed', end_after_ms: 1_500 },
  limits_the_rate: { refuse: CARRIER_CODES.tooFast },
  refuses_our_account: { refuse: CARRIER_CODES.accountRefused },
  finds_our_wallet_empty: { refuse: CARRIER_CODES.notEnoughMoney },
  finds_it_too_soon: { refuse: CARRIER_CODES.tooSoon },
  forgets_our_token: {},
  ...WRONG_ANSWERS,
  reverses: {},
  loses_the_callback: {},
  doubles_the_callback: {},
  calls_back_before_answering: {},
  calls_back_out_of_order: {},
  names_another_product: {},
  forges_a_callback: {},
  signs_wrongly: {},
  signs_an_old_time: {},
};

export const pretupsSubject: ContractSubject = {
  productCode: '1:1000',
  impossible: [
    'forgets_our_token',
    'names_another_product',
    // Its status does not report reversals.
    'reverses',
    'loses_the_callback',
    'doubles_the_callback',
    'calls_back_before_answering',
    'calls_back_out_of_order',
    'forges_a_callback',
    'signs_wrongly',
    'signs_an_old_time',
  ],
  async startGateway() {
    const simulator = await createSimulator({ accounts: { [MSISDN]: SECRETS.pin } });
    return {
      baseUrl: `${simulator.url}/pretups`,
      tell: (number, story) => simulator.script({ ...SCRIPTS[story], number: number.slice('+234'.length) }),
      deliveries: (gatewayReference) =>
        simulator.book(MSISDN).entries.find(({ external_id }) => external_id === gatewayReference)
          ?.deliveries ?? 0,
      close: () => simulator.close(),
    };
  },
  connect: pretupsAdapter,
  callbackAbout: () => null,
  referenceOf: ({ gatewayReference }) => gatewayReference,
};

/** An adapter for the simulated carrier, with the carrier's own codes in its settings. */
export function pretupsAdapter({ baseUrl, timeoutMs, holdMs, now }: Omit<Binding, 'callbackUrl'>) {
  return createPretupsAdapter({
    baseUrl,
    query: { LOGIN: 'login', PASSWORD: SECRETS.urlPassword, REQUEST_GATEWAY_CODE: 'BW' },
    user: {
      networkCode: 'NG',
      msisdn: MSISDN,
      pin: SECRETS.pin,
      loginId: 'user',
      password: SECRETS.password,
      externalCode: '',
    },
    dialect: {
      timeZone: 'Africa/Lagos',
      language: '0',
      countryCode: '234',
      numberPrefix: '',
      command: 'recharge',
    },
    carrierCodes: new Map([
      [CARRIER_CODES.notFound, 'not_found'],
      [CARRIER_CODES.accountRefused, 'account_refused'],
      [CARRIER_CODES.notEnoughMoney, 'not_enough_money'],
      [CARRIER_CODES.tooFast, 'too_fast'],
      [CARRIER_CODES.tooSoon, 'too_soon'],
      [CARRIER_CODES.numberInvalid, 'number_invalid'],
      [CARRIER_CODES.numberBarred, 'number_barred'],
      [CARRIER_CODES.networkDown, 'network_unavailable'],
    ]),
    timeoutMs,
    holdMs,
    ...(now === undefined ? {} : { now }),
  });
}
