/** What a gateway does with one number, in the format of its simulator. */
export type Script = Readonly<Record<string, unknown>>;

export type Protocol = 'dtone' | 'reloadly';

/** A fault of a gateway, and how a purchase must end that meets it. */
export interface GatewayFault {
  readonly name: string;
  readonly script: (protocol: Protocol) => Script;
  /** Per protocol if they differ. */
  readonly becomes: Outcome | Readonly<Record<Protocol, Outcome>>;
}

export interface Outcome {
  readonly status: 'successful' | 'failed' | 'reversed';
  readonly failure?: string;
  readonly deliveries: number;
  /** Only if the number of sends is certain. */
  readonly submits?: number;
}

const DELIVERED: Outcome = { status: 'successful', deliveries: 1, submits: 1 };
/** The first send was certainly not received. */
const DELIVERED_BY_THE_SECOND: Outcome = { status: 'successful', deliveries: 1, submits: 2 };
const both = (script: Script) => () => script;
const refusal = (protocol: Protocol, script: Script = {}): Script => ({
  ...script,
  end: protocol === 'dtone' ? 'DECLINED-BARRED-CREDIT-PARTY' : 'failed',
});

/**
 * Faults that the simulators can show for one number. test/adapters/http.test.ts has those of the connection itself
 * (refused, DNS, TLS), and test/long/bulkheads.test.ts one dead network beside others.
 */
export const GATEWAY_FAULTS: readonly GatewayFault[] = [
  { name: 'no fault', script: both({}), becomes: DELIVERED },
  { name: 'a slow answer', script: both({ answer_after_ms: 2_000 }), becomes: DELIVERED },
  {
    name: 'an answer after our time limit, though delivered',
    script: both({ answer_after_ms: 8_000 }),
    becomes: DELIVERED,
  },
  {
    name: 'no answer, and the order was not accepted',
    script: both({ accepts: false, answer: 'silent', times: 1 }),
    becomes: DELIVERED_BY_THE_SECOND,
  },
  {
    name: 'a reset before the order was accepted',
    script: both({ accepts: false, answer: 'reset', times: 1 }),
    becomes: DELIVERED_BY_THE_SECOND,
  },
  {
    name: 'a 500 before the order was accepted',
    script: both({ accepts: false, answer: 'http_500', times: 1 }),
    becomes: DELIVERED_BY_THE_SECOND,
  },
  ...(
    ['reset', 'silent', 'html', 'empty', 'truncated', 'cut_off', 'huge', 'http_500', 'http_503'] as const
  ).map(
    (answer): GatewayFault => ({
      name: `an accepted order, answered with ${answer}`,
      script: both({ answer }),
      becomes: DELIVERED,
    }),
  ),
  { name: 'an undocumented status', script: both({ answer: 'unknown_status' }), becomes: DELIVERED },
  { name: 'an undocumented code', script: both({ answer: 'unknown_code' }), becomes: DELIVERED },
  {
    name: '429 with Retry-After',
    script: (protocol) => ({ refuse: protocol === 'dtone' ? 'rate_limited' : 'TOO_MANY_REQUESTS', times: 1 }),
    becomes: DELIVERED_BY_THE_SECOND,
  },
  {
    name: 'our wallet empty for a while',
    script: (protocol) => ({
      refuse: protocol === 'dtone' ? 'wallet_empty' : 'INSUFFICIENT_BALANCE',
      times: 1,
    }),
    becomes: DELIVERED_BY_THE_SECOND,
  },
  { name: 'a callback that is lost', script: both({ end_after_ms: 500, callbacks: 0 }), becomes: DELIVERED },
  {
    name: 'a callback that arrives twice',
    script: both({ end_after_ms: 500, callbacks: 2 }),
    becomes: DELIVERED,
  },
  {
    name: 'a callback before the answer',
    script: both({ callback_before_answer: true }),
    becomes: DELIVERED,
  },
  {
    name: 'another product than ordered',
    script: (protocol) => ({ shown_product: protocol === 'dtone' ? '1' : '1:1' }),
    becomes: DELIVERED,
  },
  {
    name: 'a forged callback for a refused order',
    script: (protocol) =>
      refusal(protocol, {
        end_after_ms: 3_000,
        forged_callback: true,
        ...(protocol === 'reloadly' ? { signature: 'wrong', callbacks: 1 } : {}),
      }),
    becomes: {
      dtone: { status: 'failed', failure: 'number_barred', deliveries: 0 },
      reloadly: { status: 'failed', failure: 'network_unavailable', deliveries: 0 },
    },
  },
  {
    name: 'an order that inquiries do not find at first',
    script: both({ answer: 'reset', callbacks: 0, hidden_for_ms: 2_500 }),
    becomes: DELIVERED,
  },
  {
    name: 'an order that takes long to end',
    script: both({ end_after_ms: 12_000 }),
    becomes: DELIVERED,
  },
  {
    name: 'success, then a reversal',
    script: both({ end_after_ms: 200, reverse_after_ms: 1_500 }),
    becomes: { status: 'reversed', deliveries: 1, submits: 1 },
  },
  {
    name: 'a reversal whose callbacks arrive in the wrong order',
    script: both({ end_after_ms: 200, reverse_after_ms: 300, callback_delay_ms: 2_500 }),
    becomes: {
      dtone: { status: 'reversed', deliveries: 1, submits: 1 },
      // A refund without a reported delivery is a refusal; the delivery reported later contradicts it.
      reloadly: { status: 'failed', failure: 'network_rejected', deliveries: 1, submits: 1 },
    },
  },
  {
    name: 'a network that never confirms',
    script: both({ end: null }),
    becomes: { status: 'failed', failure: 'network_timeout', deliveries: 0, submits: 1 },
  },
];
