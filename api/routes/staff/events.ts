import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { searchAccounts } from '../../../db/accounts/search.ts';
import { type EndpointId, readId } from '../../../domain/ids.ts';
import { recoverAsStaff } from '../../../services/staff/recover.ts';
import { resendAsStaff } from '../../../services/staff/resend.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { RECOVER, RESEND } from './records-schemas.ts';

/** Events of clients that are sent again. */
export function staffEventRoutes({ pools: { reads: pool } }: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const resends = { staffRight: 'events:resend' } as const;
    app.post('/events/:event_id/resend', { schema: RESEND, config: resends }, async (request) => {
      const { endpoint_id: endpoint, reason } = request.body;
      const id = readId('evt', request.params.event_id);
      if (id === null) throw unknownToStaff('event', 'event_id');
      const endpointId = readEndpoint(endpoint ?? null);
      const resent = await resendAsStaff(pool, id, endpointId, staffActor(request, reason));
      if (resent.kind === 'no_event') throw unknownToStaff('event', 'event_id');
      if (resent.kind === 'no_endpoint')
        throw unknownToStaff('enabled endpoint that wants this event', 'endpoint_id');
      return { event_id: id, account_id: resent.accountId, queued: resent.kind === 'queued' };
    });

    app.post(
      '/accounts/:account_id/events/recover',
      { schema: RECOVER, config: resends },
      async (request) => {
        const { endpoint_id: endpoint, since, after, reason } = request.body;
        const id = readId('acc', request.params.account_id);
        const [account] = id === null ? [] : await searchAccounts(pool, { id }, 1);
        if (account === undefined) throw unknownToStaff('account', 'account_id');
        const afterId = after === undefined ? null : readId('evt', after);
        if (after !== undefined && afterId === null) throw unknownToStaff('event', 'after');
        const wish = { since: new Date(since), endpointId: readEndpoint(endpoint), after: afterId };
        const recovered = await recoverAsStaff(pool, account.id, wish, staffActor(request, reason));
        if (recovered.kind === 'no_endpoint') throw unknownToStaff('enabled endpoint', 'endpoint_id');
        if (recovered.kind === 'no_event') throw unknownToStaff('event', 'after');
        const { queued, next, hasMore } = recovered;
        return { account_id: account.id, endpoint_id: endpoint, queued, next, has_more: hasMore };
      },
    );
  };
}

/** @throws ApiError for a text that is no id of an endpoint. */
function readEndpoint(text: string | null): EndpointId | null {
  if (text === null) return null;
  const id = readId('wep', text);
  if (id === null) throw unknownToStaff('endpoint', 'endpoint_id');
  return id;
}
