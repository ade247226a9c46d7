import { afterAll, beforeAll, expect, vi } from 'vitest';
import type {
  GatewayAdapter,
  InquiryOutcome,
  OrderRequest,
  RawCallback,
  SubmitOutcome,
} from '../../../adapters/adapter.ts';
import { repeatWhile } from '../stalls.ts';
import { type CallbackReceiver, startCallbackReceiver } from './callback-receiver.ts';
import { freePort } from './raw-gateway.ts';

/** What a gateway does with a number; each protocol's simulator has its own format for it. */
export type Story =
  | 'confirms_in_the_answer'
  | 'accepts_and_delivers'
  | 'accepts_and_stays_silent'
  | 'refuses_in_the_answer'
  | 'delivers_later'
  | 'refuses_later'
  | 'limits_the_rate'
  | 'refuses_our_account'
  | 'finds_our_wallet_empty'
  | 'finds_it_too_soon'
  | 'forgets_our_token'
  | 'resets_before_taking'
  | 'resets_after_taking'
  | 'fails_before_taking'
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
  | 'reverses'
  | 'loses_the_callback'
  | 'doubles_the_callback'
  | 'calls_back_before_answering'
  | 'calls_back_out_of_order'
  | 'names_another_product'
  | 'forges_a_callback'
  | 'signs_wrongly'
  | 'signs_an_old_time';

/** Waits until an expectation holds. `expect.poll` knows only one test at a time. */
export function eventually(expectation: () => Promise<void>): Promise<void> {
  return vi.waitFor(expectation, { timeout: 55_000, interval: 50 });
}

export interface ContractGateway {
  readonly baseUrl: string;
  tell(phoneNumber: string, story: Story): void;
  /** Counted by the gateway at the moment of each delivery. */
  deliveries(gatewayReference: string): number;
  close(): Promise<void>;
}

export interface Binding {
  readonly baseUrl: string;
  readonly callbackUrl: string;
  readonly timeoutMs: number;
  readonly holdMs: number;
  readonly now?: () => Date;
}

/** One gateway protocol, as the contract tests need it: simulator, adapter, and what the protocol cannot do. */
export interface ContractSubject {
  /** A valid product code. */
  readonly productCode: string;
  /** Stories that cannot happen in this protocol, such as those about signatures, reversals or tokens. */
  readonly impossible: readonly Story[];
  startGateway(callbackUrl: string): Promise<ContractGateway>;
  connect(binding: Binding): GatewayAdapter;
  /** A genuine callback with this gateway reference; null if the gateway sends none. */
  callbackAbout(gatewayReference: string): RawCallback | null;
  /** How the gateway's own messages name an order. */
  referenceOf(request: OrderRequest): string;
}

/** No machine is so slow; a hasty adapter asks what stays silent. */
const TIMEOUT_MS = 30_000;
export const HASTY_MS = 1_500;
export const HOLD_MS = 60_000;
export const call = { signal: new AbortController().signal };
let orders = 0;

/** One gateway and one adapter bound to it, for a group of tests. */
export interface Bench {
  readonly subject: ContractSubject;
  can(story: Story): boolean;
  adapter(): GatewayAdapter;
  /** A second adapter on the same gateway. */
  connectAgain(now?: () => Date): GatewayAdapter;
  /** Another adapter of the same protocol, bound to another address. */
  connect(baseUrl: string, timeoutMs?: number): GatewayAdapter;
  connectToClosedPort(): Promise<GatewayAdapter>;
  /** Submits to a gateway that does not answer in time, by default our own one. */
  submitInVain(request: OrderRequest, baseUrl?: string): Promise<SubmitOutcome>;
  /** An order for a number with a story. */
  orderOf(story: Story): OrderRequest;
  inquire(request: OrderRequest, sentAt?: Date): Promise<InquiryOutcome>;
  deliveries(request: OrderRequest): number;
  /** Callbacks about an order received so far. */
  callbacksAbout(request: OrderRequest): readonly RawCallback[];
  newOrder(): OrderRequest;
}

export function setUpBench(subject: ContractSubject): Bench {
  let gateway: ContractGateway;
  let adapter: GatewayAdapter;
  let receiver: CallbackReceiver;
  const connect = (baseUrl: string, timeoutMs = TIMEOUT_MS, clock: Pick<Binding, 'now'> = {}) =>
    subject.connect({ baseUrl, callbackUrl: receiver.url, timeoutMs, holdMs: HOLD_MS, ...clock });
  const newOrder = () => orderFor(subject.productCode);

  beforeAll(async () => {
    receiver = await startCallbackReceiver();
    gateway = await subject.startGateway(receiver.url);
    adapter = connect(gateway.baseUrl);
  });
  afterAll(async () => {
    await adapter.close();
    await gateway.close();
    await receiver.close();
  });

  return {
    subject,
    can: (story) => !subject.impossible.includes(story),
    adapter: () => adapter,
    connectAgain: (now) => connect(gateway.baseUrl, TIMEOUT_MS, now === undefined ? {} : { now }),
    connect: (baseUrl, timeoutMs) => connect(baseUrl, timeoutMs),
    async submitInVain(request, baseUrl = gateway.baseUrl) {
      const hasty = connect(baseUrl, HASTY_MS);
      // A busy machine may use up its time before it is connected.
      const outcome = await repeatWhile(
        ({ kind }) => kind === 'not_submitted',
        () => hasty.submit(request, call),
      );
      await hasty.close();
      return outcome;
    },
    connectToClosedPort: async () => connect(`http://127.0.0.1:${await freePort()}`),
    orderOf(story) {
      const request = newOrder();
      gateway.tell(request.phoneNumber, story);
      return request;
    },
    inquire(request, sentAt = new Date()) {
      if (adapter.inquiry === null) throw new TypeError('this adapter cannot inquire');
      return adapter.inquiry.inquire({ ...request, gatewayId: null, sentAt }, call);
    },
    deliveries: ({ gatewayReference }) => gateway.deliveries(gatewayReference),
    callbacksAbout: (request) =>
      receiver.received.filter(({ body }) => body.includes(subject.referenceOf(request))),
    newOrder,
  };
}

/** A new order, for a number in no table of suffixes. */
function orderFor(productCode: string): OrderRequest {
  orders += 1;
  return {
    gatewayReference: `pur_01contract${String(orders).padStart(6, '0')}`,
    phoneNumber: `+23480${String(orders).padStart(5, '0')}550`,
    productCode,
    firstSentAt: new Date(),
  };
}

/** Inquires about an order without a known gateway id. */
export async function inquireOf(
  adapter: GatewayAdapter,
  gatewayReference: string,
  sentAt: Date,
): Promise<InquiryOutcome> {
  if (adapter.inquiry === null) throw new TypeError('this adapter cannot inquire');
  return adapter.inquiry.inquire({ gatewayReference, gatewayId: null, firstSentAt: sentAt, sentAt }, call);
}

/** A callback without headers, just received. */
export function rawCallback(body: string): RawCallback {
  return { body: Buffer.from(body), headers: {}, receivedAt: new Date() };
}

/** Outcomes are logged and shown to operators, so they must not contain numbers or secrets. */
export function expectDiscreet(outcome: object, { phoneNumber }: OrderRequest): void {
  const text = JSON.stringify(outcome);
  expect(text).not.toContain(phoneNumber.slice(1));
  expect(text).not.toContain('secret');
}
