import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './answers.ts';
import type { Account, Book } from './book.ts';

export interface Gatekeeper {
  /** The account of a request, or null after a refusal was sent. Also counts it against the rate limit. */
  admit(request: FastifyRequest, reply: FastifyReply): Account | null;
}

export interface GatekeeperParts {
  readonly book: Book;
  /** Secrets by key; null: every key is an account, and keeps the first secret it came with. */
  readonly secrets: ReadonlyMap<string, string> | null;
  readonly requestsPerSecond: number;
}

export function createGatekeeper({ book, secrets, requestsPerSecond }: GatekeeperParts): Gatekeeper {
  const known = new Map(secrets);
  /** Headers that were found right, so that the hot path decodes none twice. */
  const admitted = new Map<string, Account>();

  const authenticate = (header: string): Account | null => {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header) ?? [];
    const credentials = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = credentials.indexOf(':');
    const apiKey = credentials.slice(0, colon);
    const secret = credentials.slice(colon + 1);
    if (colon < 1 || secret === '') return null;

    if (secrets === null && !known.has(apiKey)) known.set(apiKey, secret);
    return known.get(apiKey) === secret ? book.account(apiKey) : null;
  };

  return {
    admit(request, reply) {
      const header = request.headers.authorization ?? '';
      const account = admitted.get(header) ?? authenticate(header);
      if (account === null) {
        sendError(reply, 401, 1000401, 'Unauthorized');
        return null;
      }
      admitted.set(header, account);

      const left = countDown(account, requestsPerSecond);
      reply.header('x-ratelimit-limit', requestsPerSecond);
      reply.header('x-ratelimit-remaining', Math.max(left, 0));
      if (left >= 0) return account;
      sendError(reply, 429, 1000429, 'Too many requests');
      return null;
    },
  };
}

/** Requests left in this second, negative when there are none. */
function countDown(account: Account, requestsPerSecond: number): number {
  const second = Math.floor(Date.now() / 1_000);
  if (account.windowSecond !== second) {
    account.windowSecond = second;
    account.requests = 0;
  }
  account.requests += 1;
  return requestsPerSecond - account.requests;
}
