import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperatorActor } from '../../../db/audit/record.ts';
import type { StaffSession } from '../../../domain/access/principal.ts';
import { isStaffRight, type StaffRight } from '../../../domain/access/staff.ts';
import { decorateWithActor, readOrigin } from '../actor.ts';
import { apiError } from '../api-error.ts';
import type { RefusalLog } from '../refusals.ts';
import { maskAnswers } from '../rights.ts';
import type { SessionDeps } from './session-holder.ts';
import { requireStaff, type StaffHolder } from './staff-session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The staff right that a request under /v1/staff needs. */
    readonly staffRight?: StaffRight;
  }
  interface FastifyRequest {
    /** Who makes a request under /v1/staff; set before its handler runs. */
    staff: StaffHolder;
  }
}

/** The reading of the document needs no right: it has no data. */
const WITHOUT_RIGHT = '/v1/staff/openapi.json';

/**
 * Admits only staff members with a second factor, makes every route that is registered after this call in this scope name
 * its right, and masks phone numbers in answers to those without `numbers:read`. Nothing is cached: a role that was taken away
 * counts from the next request.
 * @param sessions null if no one can sign in: then every request is rejected.
 * @throws TypeError when a route names no right: the app does not start.
 */
export function admitStaff(
  app: FastifyInstance,
  sessions: SessionDeps | null,
  refusals: Pick<RefusalLog, 'note'>,
): void {
  app.decorateRequest('staff');
  app.decorateRequest('principal');
  decorateWithActor(app);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!isStaffRight(config?.staffRight ?? '') && url !== WITHOUT_RIGHT)
      throw new TypeError(`${String(method)} ${url} names no staff right`);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (sessions === null) throw apiError('session_ended');
    sessions.refuseCrossSite(request);
    request.staff = await requireStaff(sessions, request, reply, ({ personId, sessionId }) => {
      const principal = { kind: 'person', personId, sessionId } as const;
      const actor = { principal, ...readOrigin(request) };
      refusals.note({ accountId: null, actor, action: 'refused_right', subject: 'staff' });
    });
    const { personId, sessionId } = request.staff.session;
    request.principal = { kind: 'staff', personId, sessionId };
  });
  // Rejections of people who are not of the staff have no numbers.
  maskAnswers(app, ({ staff }: Partial<FastifyRequest>) => staff?.rights.has('numbers:read') ?? true);
}

/** Rejects requests whose person does not have the right of the route. Add it after the hooks that must reject first. */
export function refuseWithoutStaffRight(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { staffRight: right } = request.routeOptions.config;
    if (right === undefined || request.staff.rights.has(right)) return done();
    done(apiError('staff_right_missing', { values: { right }, details: { required_right: right } }));
  });
}

/** Who changes something, and why, for the audit log. */
export function staffActor(
  request: FastifyRequest,
  reason: string,
): OperatorActor & { readonly staff: StaffSession } {
  const { personId, sessionId, name } = request.staff.session;
  return { operator: name, reason, staff: { personId, sessionId, ...readOrigin(request) } };
}
