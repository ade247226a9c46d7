import { z } from 'zod';
import { ErrorBody } from '../../../contract/errors.ts';
import { PurchaseResource } from '../../../contract/purchase.ts';
import { retryWhileLimited } from '../retry.ts';
import { type ApiFixture, MTN_BUNDLE } from './fixture.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; anything that is neither text nor bytes as JSON. */
  readonly body?: unknown;
  /** By default the key of the fixture's client; null for none. */
  readonly key?: string | null;
}

/** What a request needs of a fixture. */
export type Reached = Pick<ApiFixture, 'baseUrl' | 'client'>;

/** The same, with its database: an API of this process or of another one. */
export type ReachedApi = Reached & Pick<ApiFixture, 'pool'>;

/** One request over HTTP, with the fixture's key. */
export async function call(fixture: Reached, path: string, options: Call = {}): Promise<Answer> {
  const { method = 'GET', body, key = fixture.client.key } = options;
  const headers = new Headers(key === null ? {} : { authorization: `Bearer ${key}` });
  if (body !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);

  const response = await fetch(`${fixture.baseUrl}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: payload(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function payload(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

let serial = 0;

/** The body of a valid purchase with a new reference. */
export function order(changes: Readonly<Record<string, unknown>> = {}) {
  serial += 1;
  const phone_number = `+234803${String(1_000_000 + serial)}`;
  return { reference: `order-${serial}`, phone_number, bundle_id: MTN_BUNDLE, ...changes };
}

export function buy(fixture: ApiFixture, body: unknown, options: Call = {}): Promise<Answer> {
  return call(fixture, '/v1/purchases', { method: 'POST', body, ...options });
}

/** Buys and expects success; tries again while the API is too busy. */
export async function bought(fixture: ApiFixture, body: unknown = order(), options: Call = {}) {
  const answer = await retryWhileLimited(() => buy(fixture, body, options));
  if (answer.status !== 201) throw new Error(`buying answered ${answer.status}: ${answer.text}`);
  return purchaseOf(answer);
}

export function purchaseOf(answer: Answer): PurchaseResource {
  return PurchaseResource.parse(JSON.parse(answer.text));
}

/** The contract's Error object of an answer; extra or missing fields fail the test. */
export function errorOf(answer: Answer): ErrorBody['error'] {
  return z.strictObject({ error: ErrorBody.shape.error.strict() }).parse(JSON.parse(answer.text)).error;
}

const Page = z.strictObject({
  object: z.literal('list'),
  data: z.array(PurchaseResource),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});
export type Page = z.output<typeof Page>;

export async function list(
  fixture: ApiFixture,
  query: Readonly<Record<string, string>> = {},
  options: Call = {},
): Promise<Page> {
  const answer = await call(fixture, `/v1/purchases?${new URLSearchParams({ ...query })}`, options);
  if (answer.status !== 200) throw new Error(`listing answered ${answer.status}: ${answer.text}`);
  return Page.parse(JSON.parse(answer.text));
}

const BalanceAnswer = z.object({
  available: z.object({ amount: z.int() }),
  held: z.object({ amount: z.int() }),
});

/** What the account has available and held now. */
export async function balanceOf(fixture: ApiFixture, options: Call = {}): Promise<[number, number]> {
  const { available, held } = BalanceAnswer.parse(
    JSON.parse((await call(fixture, '/v1/balance', options)).text),
  );
  return [available.amount, held.amount];
}
