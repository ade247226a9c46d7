import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account, Book } from '../../simulation/book.ts';
import { sendError } from './answers.ts';

export interface Gatekeeper {
  /** The account of a request, or null after a refusal was sent. Also counts it against the rate limit. */
  admit(request: FastifyRequest, reply: FastifyReply): Account | null;
}

export interface GatekeeperParts {
  readonly book: Book;
  readonly isRight: (apiKey: string, secret: string) => boolean;
  readonly requestsPerSecond: number;
}

/** An account that was found right, and its requests in one second. */
interface Admitted {
  readonly account: Account;
  second: number;
  requests: number;
}

export function createGatekeeper({ book, isRight, requestsPerSecond }: GatekeeperParts): Gatekeeper {
  /** By header, so that the hot path decodes none twice. An account has one right secret. */
  const admitted = new Map<string, Admitted>();

  const authenticate = (header: string): Admitted | null => {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header) ?? [];
    const credentials = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = credentials.indexOf(':');
    const apiKey = credentials.slice(0, Math.max(colon, 0));
    if (!isRight(apiKey, credentials.slice(colon + 1))) return null;
    return { account: book.account(apiKey), second: 0, requests: 0 };
  };

  return {
    admit(request, reply) {
      const header = request.headers.authorization ?? '';
      const known = admitted.get(header) ?? authenticate(header);
      if (known === null) {
        sendError(reply, 401, 1000401, 'Unauthorized');
        return null;
      }
      admitted.set(header, known);

      const left = requestsPerSecond - countRequest(known);
      reply.header('x-ratelimit-limit', requestsPerSecond);
      reply.header('x-ratelimit-remaining', Math.max(left, 0));
      if (left >= 0) return known.account;
      sendError(reply, 429, 1000429, 'Too many requests');
      return null;
    },
  };
}

/** The how-manieth request of this second it is, from 1. */
function countRequest(admitted: Admitted): number {
  const second = Math.floor(Date.now() / 1_000);
  if (admitted.second !== second) {
    admitted.second = second;
    admitted.requests = 0;
  }
  admitted.requests += 1;
  return admitted.requests;
}
