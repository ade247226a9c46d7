import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import {
  EndedSession,
  renderMemberSession,
  SessionIdField,
  SessionResource,
} from '../../../contract/people/session.ts';
import { endMemberSession, listMemberSessionsBefore } from '../../../db/people/member-sessions.ts';
import type { MemberSession } from '../../../domain/access/member-session.ts';
import { type AccountId, readId, type SessionId } from '../../../domain/ids.ts';
import { apiError } from '../../plugins/api-error.ts';
import type { PageDeps } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { readPage } from '../page.ts';
import { exceedsRights, managerOf, type PageQuery } from './routes.ts';

const common = { tags: ['People'] };
const refusals = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };

const LIST_SESSIONS = {
  ...common,
  querystring: z.strictObject(Page),
  operationId: 'listSessions',
  summary: 'List sessions',
  description:
    'Where people of your organisation are signed in, newest sign-in first. Sessions that have ended are not in the list.',
  response: { 200: namedList('SessionList', SessionResource), ...refusals },
};

const END_SESSION = {
  ...common,
  querystring: NoQuery,
  params: z.object({ session_id: SessionIdField }),
  operationId: 'endSession',
  summary: 'End a session',
  description:
    'Signs the person out in this browser, from the next request. You can end your own sessions, and those of a person only if you have all of their rights. To keep a person out, suspend them.',
  response: { 200: EndedSession, 404: ErrorBody, ...refusals },
};

/** /v1/sessions: where people of the organisation of the request's account are signed in. */
export function memberSessionRoutes(deps: PageDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const list = { schema: LIST_SESSIONS, config: { right: 'people:read' } } as const;
    app.get('/sessions', list, async ({ caller, query }, reply) =>
      deps.lists.make(reply, caller.accountId, () => listPage(deps, caller.accountId, query)),
    );

    const end = { schema: END_SESSION, config: { right: 'people:manage' } } as const;
    app.delete('/sessions/:session_id', end, async (request) => {
      const id = readId('ses', request.params.session_id);
      if (id === null) throw apiError('session_missing');
      const { accountId } = request.caller;
      const ended = await endMemberSession(deps.pools.reads, accountId, id, managerOf(request));
      if (ended.kind === 'exceeds') throw exceedsRights(ended.right);
      if (ended.kind === 'not_found') throw apiError('session_missing');
      return { id, object: 'session' as const, deleted: true as const };
    });
  };
}

function listPage({ pools, cursors, lists }: PageDeps, accountId: AccountId, { limit, cursor }: PageQuery) {
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'sessions', filters: {} },
    cursor,
    limit: Number(limit),
    readPosition: ([text = '']) => {
      const id = readId('ses', text);
      if (id === null) throw foreignCursor();
      return id;
    },
    find: (after: SessionId | null, count) =>
      lists.read(accountId, () => listMemberSessionsBefore(pools.own.of(accountId), accountId, after, count)),
    positionOf: ({ id }: MemberSession) => [id],
    render: (sessions: readonly MemberSession[]) => sessions.map(renderMemberSession),
  });
}
