import { setTimeout as sleep } from 'node:timers/promises';
import { NIGERIA } from '../../../services/catalogue/demo/nigeria.ts';
import { retryWhileBusy, retryWhileLimited } from '../retry.ts';
import type { FaultStack } from './fault-stack.ts';
import type { Random } from './seed.ts';

/** How the API answered one POST, seen from outside. */
export interface Posted {
  readonly reference: string;
  /** `unanswered`: the connection ended first, so the outcome is unknown. */
  readonly kind: 'accepted' | 'refused' | 'unanswered';
  readonly status: number | null;
  readonly purchaseId: string | null;
  /** When the answer had come, in milliseconds since 1970; null without an answer. */
  readonly answeredAt: number | null;
}

/** Endings of phone numbers (docs/sandbox.md): prompt deliveries, refusals, and faults that end within seconds. */
export const MIXED = [
  '000',
  '001',
  '004',
  '010',
  '013',
  '402',
  '503',
  '982',
  '984',
  '985',
  '986',
  '987',
  '989',
] as const;
export const PROMPT = ['000', '001', '010', '020'] as const;

/** How clients post. */
export interface PostOptions {
  /** Pause between two posts of one of the clients, in milliseconds. */
  readonly pauseMs?: number;
  /** Posts again after a 5xx: nothing is broken on purpose, but a busy machine may open no connection in time. */
  readonly insists?: boolean;
  /** Posts nothing more once it is aborted. */
  readonly signal?: AbortSignal;
}

export interface LoadOptions extends PostOptions {
  /** The start of every reference; unique in its stack. */
  readonly name: string;
  readonly count: number;
  readonly endings: readonly [string, ...string[]];
  readonly random: Random;
  /** Only numbers of these networks; by default all. */
  readonly networkIds?: readonly string[];
}

const CLIENTS = 6;

/** Posts purchases from several clients; resolves when each was answered or its connection ended. */
export async function post(stack: FaultStack, options: LoadOptions): Promise<Posted[]> {
  return postBodies(stack, bodiesOf(options), options);
}

/** What `post` posts. */
export function bodiesOf(options: LoadOptions): Body[] {
  return Array.from({ length: options.count }, (_, index) => bodyOf(options, index));
}

/** As `post`, with the given bodies. */
export async function postBodies(
  stack: FaultStack,
  bodies: readonly Body[],
  options: PostOptions = {},
): Promise<Posted[]> {
  return fromClients(bodies, (body) => postOne(stack, body, options), options);
}

/**
 * As `postBodies`, to several API processes in turn. Without an answer, the same body goes to the next process, as from a
 * client behind a load balancer.
 */
export async function postAnywhere(
  stack: FaultStack,
  urls: readonly string[],
  bodies: readonly Body[],
  options: PostOptions = {},
): Promise<Posted[]> {
  let turn = 0;
  const anywhere = async (body: Body) => {
    turn += 1;
    const inTurn = [...urls.slice(turn % urls.length), ...urls.slice(0, turn % urls.length)];
    for (const apiUrl of inTurn) {
      const posted = await postOne({ ...stack, apiUrl }, body, options);
      if (posted.kind !== 'unanswered') return posted;
    }
    return unanswered(body);
  };
  return fromClients(bodies, anywhere, options);
}

async function fromClients(
  bodies: readonly Body[],
  postBody: (body: Body) => Promise<Posted>,
  { pauseMs, signal }: PostOptions,
): Promise<Posted[]> {
  const posted: Posted[] = [];
  const waiting = bodies[Symbol.iterator]();
  const client = async () => {
    for (const body of waiting) {
      if (signal?.aborted === true) return;
      posted.push(await postBody(body));
      if (pauseMs !== undefined) await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return posted;
}

/** A purchase as it is posted. */
export interface Body {
  readonly reference: string;
  readonly phone_number: string;
  readonly bundle_id: string;
}

function bodyOf({ name, endings, random, networkIds }: LoadOptions, index: number): Body {
  const networks = NIGERIA.filter(({ id }) => networkIds?.includes(id) ?? true);
  const network = networks[index % networks.length];
  const prefix = network?.prefixes[0];
  const bundle = network?.bundles[index % network.bundles.length];
  if (prefix === undefined || bundle === undefined) throw new TypeError(`no network of ${networkIds}`);
  const middle = String(random.between(0, 9_999)).padStart(4, '0');
  return {
    reference: `${name}-${index}`,
    phone_number: `${prefix}${middle}${random.pick(endings)}`,
    bundle_id: bundle.id,
  };
}

async function postOne(
  { apiUrl, apiKey }: FaultStack,
  body: Body,
  { insists = false }: PostOptions,
): Promise<Posted> {
  const { reference } = body;
  const send = () =>
    fetch(`${apiUrl}/v1/purchases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
  try {
    const response = await (insists ? retryWhileBusy(send) : retryWhileLimited(send));
    const answer = (await response.json()) as { id?: string };
    // 200 is a replay: an earlier request was accepted, and its answer was lost.
    const kind = response.status <= 201 ? 'accepted' : 'refused';
    const answeredAt = Date.now();
    return { reference, kind, status: response.status, purchaseId: answer.id ?? null, answeredAt };
  } catch {
    return unanswered(body);
  }
}

function unanswered({ reference }: Body): Posted {
  return { reference, kind: 'unanswered', status: null, purchaseId: null, answeredAt: null };
}
