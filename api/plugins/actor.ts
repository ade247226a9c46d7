import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestActor } from '../../db/audit/record.ts';
import { readAddress } from './allow-list.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes a request under /v1, and from where, for the audit log. */
    readonly actor: RequestActor;
  }
}

const USER_AGENT_CHARS_MAX = 300;

/** Gives requests their `actor`. Their principal is set before it is read. */
export function decorateWithActor(app: FastifyInstance): void {
  app.decorateRequest('actor', {
    getter(this: FastifyRequest): RequestActor {
      return { principal: this.principal, ...readOrigin(this) };
    },
  });
}

/** Where a request comes from. */
export function readOrigin({ ip, headers }: FastifyRequest): Omit<RequestActor, 'principal'> {
  return {
    address: readAddress(ip)?.toString() ?? null,
    userAgent: headers['user-agent']?.slice(0, USER_AGENT_CHARS_MAX) ?? null,
  };
}
