import { setTimeout as sleep } from 'node:timers/promises';
import { type Client as ApiClient, ApiError, createClient } from '../../../clients/typescript/src/index.ts';
import { PurchaseResource } from '../../../contract/purchase.ts';
import { type AccountId, readId } from '../../../domain/ids.ts';
import { type DemoAccounts, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { type Receiver, startReceiver } from '../../../tools/stack/receiver.ts';
import type { ReachedApi } from '../api/http.ts';
import type { Scenario } from './stack.ts';

export const PRICE = 50_000;
/** For an answer: of hundreds of requests at a time, on a machine that stalls. */
const TIMEOUT_MS = 120_000;

/** The body of POST /v1/purchases. */
export interface Wish {
  readonly reference: string;
  readonly phone_number: string;
  readonly bundle_id: string;
}

export interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  /** Null if the answer is an error. */
  readonly purchase: PurchaseResource | null;
  readonly error: ApiError | null;
}

/** A client of the API with its own account and webhook receiver. */
export interface Client {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** For the account in test mode. */
  readonly testApiKey: string;
  readonly accountId: string;
  readonly signingSecret: string;
  readonly receiver: Receiver;
  /** The typed client, without retries, so that tests see every answer. */
  readonly api: ApiClient;
  buy(wish: Wish): Promise<Answer>;
  /** Buys, and tries again after 429 and 5xx. If it was bought although the answer said otherwise, the last one is a replay. */
  buyPatiently(wish: Wish): Promise<Answer>;
  /** The same, and throws if it is not accepted. */
  bought(wish: Wish): Promise<PurchaseResource>;
  read(id: string): Promise<PurchaseResource>;
  balance(): Promise<{ available: number; held: number }>;
  close(): Promise<void>;
}

/** Opens an account that can pay for this many of the smallest bundles. */
export async function openClient({ stack }: Pick<Scenario, 'stack'>, prices: number): Promise<Client> {
  let accounts: DemoAccounts | null = null;
  const receiver = await startReceiver({ port: 0, secret: () => accounts?.webhookSigningSecret ?? '' });
  accounts = await openDemoAccounts({
    databaseUrl: stack.databaseUrl,
    secretsKey: stack.secretsKey,
    webhookUrl: receiver.url,
    funding: prices * PRICE,
    kept: null,
  });
  const { accountId, apiKey, testApiKey, webhookSigningSecret: signingSecret } = accounts;
  const api = createClient({
    baseUrl: stack.apiUrl,
    apiKey,
    retries: { attempts: 1 },
    timeoutMs: TIMEOUT_MS,
  });
  const buy = (wish: Wish) => api.purchases.create(wish).then(accepted, refused);
  const buyPatiently = async (wish: Wish): Promise<Answer> => {
    const answer = await buy(wish);
    // A busy machine may be too slow for a moment. The same reference buys once.
    if (answer.status !== 429 && answer.status < 500) return answer;
    await sleep((answer.error?.retryAfterSeconds ?? 1) * 1_000);
    return buyPatiently(wish);
  };
  return {
    api,
    apiUrl: stack.apiUrl,
    apiKey,
    testApiKey,
    accountId,
    signingSecret,
    receiver,
    buy,
    buyPatiently,
    async bought(wish) {
      const { purchase, status, error } = await buyPatiently(wish);
      if (purchase === null) throw new Error(`${wish.reference}: ${status} ${error?.code}`);
      return purchase;
    },
    async read(id) {
      return PurchaseResource.parse(await api.purchases.get(id));
    },
    async balance() {
      const { available, held } = await api.balance();
      return { available: available.amount, held: held.amount };
    },
    close: () => receiver.close(),
  };
}

/** Types of the events that a client received for a purchase, sorted. */
export function toldOf({ receiver }: Client, purchaseId: string): string[] {
  const events = [...receiver.events.values()].filter((event) => event.subjectId === purchaseId);
  return events.map(({ type }) => type).toSorted();
}

const NETWORKS = {
  mtn: { prefix: '+234803', bundle: 'bnd_mtn_ng_500mb_7d' },
  airtel: { prefix: '+234802', bundle: 'bnd_airtel_ng_500mb_7d' },
  glo: { prefix: '+234805', bundle: 'bnd_glo_ng_500mb_7d' },
  '9mobile': { prefix: '+234809', bundle: 'bnd_9mobile_ng_500mb_7d' },
} as const;
export type NetworkName = keyof typeof NETWORKS;

let numbers = 0;

/** The smallest bundle for a new number of a network, whose last three digits choose the outcome. */
export function wish(network: NetworkName, lastThree = '555', reference?: string): Wish {
  numbers += 1;
  const { prefix, bundle } = NETWORKS[network];
  const middle = String(1_000 + numbers);
  return {
    reference: reference ?? `order-${numbers}`,
    phone_number: `${prefix}${middle}${lastThree}`,
    bundle_id: bundle,
  };
}

function accepted({ purchase, replayed }: { purchase: unknown; replayed: boolean }): Answer {
  return {
    status: replayed ? 200 : 201,
    replayed,
    purchase: PurchaseResource.parse(purchase),
    error: null,
  };
}

/** @throws on any error that is not an answer of the API. */
function refused(error: unknown): Answer {
  if (!(error instanceof ApiError)) throw error;
  return { status: error.status, replayed: false, purchase: null, error };
}

/** The id of a client's account, as functions of the product take it. */
export function accountIdOf({ accountId: text }: Pick<Client, 'accountId'>): AccountId {
  const id = readId('acc', text);
  if (id === null) throw new TypeError(`${text} is no id of an account`);
  return id;
}

/** The API of a stack with one of its clients, for what tests do with any API. */
export function reachedAs({ pool }: Pick<Scenario, 'pool'>, client: Client): ReachedApi {
  return { baseUrl: client.apiUrl, pool, client: { accountId: accountIdOf(client), key: client.apiKey } };
}
