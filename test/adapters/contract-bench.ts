import { afterAll, beforeAll, expect } from 'vitest';
import type { CreditRequest, GatewayAdapter, InquiryOutcome } from '../../adapters/adapter.ts';
import { freePort } from './raw-gateway.ts';

/** What a gateway is told to do with a number; each protocol's simulator has its own words for it. */
export type Story =
  | 'confirms_in_the_answer'
  | 'accepts_and_delivers'
  | 'accepts_and_stays_silent'
  | 'refuses_in_the_answer'
  | 'limits_the_rate'
  | 'refuses_our_account'
  | 'resets_before_taking'
  | 'resets_after_taking'
  | 'fails_after_taking'
  | 'answers_html'
  | 'answers_nothing'
  | 'answers_half'
  | 'breaks_off'
  | 'answers_endlessly'
  | 'answers_an_unknown_status'
  | 'answers_an_unknown_code'
  | 'answers_late'
  | 'hides_the_order'
  | 'reverses';

export interface ContractGateway {
  readonly baseUrl: string;
  tell(phoneNumber: string, story: Story): void;
  /** Counted by the gateway at the moment of each delivery. */
  deliveries(creditKey: string): number;
  close(): Promise<void>;
}

export interface Binding {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly holdMs: number;
  readonly now?: () => Date;
}

export interface ContractSubject {
  startGateway(): Promise<ContractGateway>;
  connect(binding: Binding): GatewayAdapter;
  /** The body of a callback about an order. */
  callbackBody(creditKey: string): string;
}

export const TIMEOUT_MS = 400;
export const HOLD_MS = 60_000;
export const call = { signal: new AbortController().signal };
let orders = 0;

/** One gateway and one adapter bound to it, for a group of tests. */
export interface Bench {
  readonly subject: ContractSubject;
  adapter(): GatewayAdapter;
  /** A second adapter on the same gateway. */
  connectAgain(): GatewayAdapter;
  /** Another adapter of the same protocol, bound to another address. */
  connect(baseUrl: string): GatewayAdapter;
  connectToNobody(): Promise<GatewayAdapter>;
  /** An order for a number of which the gateway was told the story. */
  orderOf(story: Story): CreditRequest;
  inquire(request: CreditRequest, sentAt?: Date): Promise<InquiryOutcome>;
  deliveries(request: CreditRequest): number;
}

export function setUpBench(subject: ContractSubject): Bench {
  let gateway: ContractGateway;
  let adapter: GatewayAdapter;
  const connect = (baseUrl: string) => subject.connect({ baseUrl, timeoutMs: TIMEOUT_MS, holdMs: HOLD_MS });

  beforeAll(async () => {
    gateway = await subject.startGateway();
    adapter = connect(gateway.baseUrl);
  });
  afterAll(async () => {
    await adapter.close();
    await gateway.close();
  });

  return {
    subject,
    adapter: () => adapter,
    connectAgain: () => connect(gateway.baseUrl),
    connect,
    connectToNobody: async () => connect(`http://127.0.0.1:${await freePort()}`),
    orderOf(story) {
      const request = newOrder();
      gateway.tell(request.phoneNumber, story);
      return request;
    },
    inquire: (request, sentAt = new Date()) => inquireOf(adapter, request.creditKey, sentAt),
    deliveries: ({ creditKey }) => gateway.deliveries(creditKey),
  };
}

/** An order of its own, for a number that no table of suffixes names. */
export function newOrder(): CreditRequest {
  orders += 1;
  return {
    creditKey: `pur_01contract${String(orders).padStart(6, '0')}`,
    phoneNumber: `+23480${String(orders).padStart(5, '0')}550`,
    productCode: '6035',
  };
}

/** Asks for an order of which no gateway id is known. */
export async function inquireOf(
  adapter: GatewayAdapter,
  creditKey: string,
  sentAt: Date,
): Promise<InquiryOutcome> {
  if (adapter.inquiry === null) throw new TypeError('this adapter cannot inquire');
  return adapter.inquiry.inquire({ creditKey, gatewayId: null, sentAt }, call);
}

/** Outcomes are logged and shown to operators. */
export function expectDiscreet(outcome: object, { phoneNumber }: CreditRequest): void {
  const text = JSON.stringify(outcome);
  expect(text).not.toContain(phoneNumber.slice(1));
  expect(text).not.toContain('secret');
}
