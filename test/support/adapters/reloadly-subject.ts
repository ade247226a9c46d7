import { createHmac } from 'node:crypto';
import { createReloadlyAdapter } from '../../../adapters/reloadly/adapter.ts';
import { createSimulator } from '../../../adapters/reloadly/simulator/server.ts';
import type { PlainScriptInput } from '../../../adapters/simulation/scripts.ts';
import type { ContractSubject, Story } from './contract-bench.ts';
import { CALLBACKS, WRONG_ANSWERS } from './plain-stories.ts';

const KEY = 'contract-client';
const SECRET = 'contract-secret';
const SIGNING = 'signing-secret';

/** Every story as a script of Reloadly's simulator. */
const SCRIPTS: Record<Story, Omit<PlainScriptInput, 'number'>> = {
  confirms_in_the_answer: {},
  accepts_and_delivers: { end_after_ms: 50 },
  accepts_and_stays_silent: { end: null },
  refuses_in_the_answer: { end: 'failed', fail_code: 'INVALID_RECIPIENT_PHONE' },
  delivers_later: { end_after_ms: 1_500 },
  refuses_later: { end: 'failed', end_after_ms: 1_500 },
  limits_the_rate: { refuse: 'TOO_MANY_REQUESTS' },
  refuses_our_account: { refuse: 'INVALID_CREDENTIALS' },
  finds_our_wallet_empty: { refuse: 'INSUFFICIENT_BALANCE' },
  finds_it_too_soon: { refuse: 'PHONE_RECENTLY_RECHARGED' },
  forgets_our_token: { refuse: 'TOKEN_EXPIRED', times: 1 },
  ...WRONG_ANSWERS,
  ...CALLBACKS,
  names_another_product: { shown_product: '342:500' },
  forges_a_callback: { end: null, forged_callback: true, signature: 'wrong' },
  signs_wrongly: { end_after_ms: 50, signature: 'wrong' },
  signs_an_old_time: { end_after_ms: 50, signature: 'old' },
};

/** Reloadly in one of its two ways of taking orders; async answers confirm nothing. */
export function reloadlySubject(mode: 'sync' | 'async'): ContractSubject {
  /** A real authorisation server, even if orders go to another server than the gateway. */
  let authUrl = '';
  return {
    productCode: '341:500:local',
    impossible: mode === 'async' ? ['confirms_in_the_answer'] : [],
    async startGateway(callbackUrl) {
      const simulator = await createSimulator({
        accounts: { [KEY]: SECRET },
        callbackUrls: { [KEY]: callbackUrl },
        signingSecrets: { [KEY]: SIGNING },
      });
      authUrl = simulator.url;
      return {
        baseUrl: simulator.url,
        tell: (number, story) => simulator.script({ ...SCRIPTS[story], number: nationalOf(number) }),
        deliveries: (gatewayReference) =>
          simulator.book(KEY).entries.find((entry) => entry.external_id === gatewayReference)?.deliveries ??
          0,
        close: () => simulator.close(),
      };
    },
    connect: ({ baseUrl, timeoutMs, holdMs, now }) =>
      createReloadlyAdapter({
        baseUrl,
        authUrl,
        audience: 'https://topups-sandbox.reloadly.com',
        clientId: KEY,
        clientSecret: SECRET,
        webhookSecret: SIGNING,
        country: { iso: 'NG', callingCode: '234', trunkPrefix: '0' },
        timeoutMs,
        holdMs,
        mode,
        ...(now === undefined ? {} : { now }),
      }),
    callbackAbout(gatewayReference) {
      const data = { transactionId: 4602843, status: 'SUCCESSFUL', customIdentifier: gatewayReference };
      const body = Buffer.from(JSON.stringify({ type: 'airtime_transaction.status', data }));
      const receivedAt = new Date();
      const timestamp = String(Math.floor(receivedAt.getTime() / 1_000));
      const signature = createHmac('sha256', SIGNING).update(`${body.toString()}:${timestamp}`).digest('hex');
      return {
        body,
        headers: { 'x-reloadly-signature': signature, 'x-reloadly-request-timestamp': timestamp },
        receivedAt,
      };
    },
    referenceOf: ({ gatewayReference }) => gatewayReference,
  };
}

/** A number as it is dialled in Nigeria. */
function nationalOf(phoneNumber: string): string {
  return `0${phoneNumber.slice('+234'.length)}`;
}
