import type { FastifyInstance } from 'fastify';
import { acceptJson } from '../../plugins/json-body.ts';
import { refuseWhenOverloaded } from '../../plugins/overload.ts';
import { limitAddresses } from '../../plugins/rate-limit.ts';
import { recordRefusals } from '../../plugins/refusals.ts';
import { handleUnknownPaths, type KnownRoute, refuseUnknownPathsEarly } from '../../plugins/requests.ts';
import type { SessionDeps } from '../../plugins/sessions/session-holder.ts';
import { admitStaff, refuseWithoutStaffRight } from '../../plugins/sessions/staff-rights.ts';
import { registerAll } from '../../register-all.ts';
import { staffAccountRoutes } from './accounts.ts';
import { staffApprovalRoutes } from './approvals.ts';
import { staffBatchRoutes } from './batches.ts';
import { staffCommandRoutes } from './commands.ts';
import type { StaffDeps } from './deps.ts';
import { staffEventRoutes } from './events.ts';
import { staffNetworkRoutes } from './networks.ts';
import { staffPeopleRoutes } from './people.ts';
import { staffPurchaseRoutes } from './purchases.ts';
import { staffQueueRoutes } from './queues.ts';
import { staffReconciliationRoutes } from './reconciliations.ts';
import { staffRecordRoutes } from './records.ts';
import { staffTeamRoutes } from './team.ts';
import { staffTermsRoutes } from './terms.ts';

export interface StaffRoutesDeps extends StaffDeps {
  /** Null if no one can sign in. */
  readonly sessions: SessionDeps | null;
  readonly routes: readonly KnownRoute[];
  readonly waitingMax?: number | undefined;
}

/** Everything under /v1/staff: what the staff does, with their session. No key opens it. */
export function staffRoutes({ sessions, routes, waitingMax, ...deps }: StaffRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const pool = deps.pools.reads;
    await limitAddresses(app, 'staff_requests_exceeded');
    const refusals = recordRefusals(app, pool);
    admitStaff(app, sessions, refusals);
    refuseWhenOverloaded(app, [pool], waitingMax);
    acceptJson(app);
    handleUnknownPaths(app, routes);
    refuseUnknownPathsEarly(app, routes);
    refuseWithoutStaffRight(app);
    app.get('/openapi.json', { schema: { hide: true } }, async () => app.staffDocument());
    await registerAll(app, {
      staffPurchaseRoutes: staffPurchaseRoutes(deps),
      staffNetworkRoutes: staffNetworkRoutes(deps),
      staffAccountRoutes: staffAccountRoutes(deps),
      staffBatchRoutes: staffBatchRoutes(deps),
      staffApprovalRoutes: staffApprovalRoutes(deps),
      staffCommandRoutes: staffCommandRoutes(deps),
      staffTermsRoutes: staffTermsRoutes(deps),
      staffPeopleRoutes: staffPeopleRoutes(deps),
      staffRecordRoutes: staffRecordRoutes(deps),
      staffReconciliationRoutes: staffReconciliationRoutes(deps),
      staffQueueRoutes: staffQueueRoutes(deps),
      staffEventRoutes: staffEventRoutes(deps),
      staffTeamRoutes: staffTeamRoutes(deps),
    });
  };
}
