import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { searchAudit } from '../../../db/audit/search.ts';
import { readMargins } from '../../../db/costs/margins.ts';
import { readStandingAlerts } from '../../../db/networks/gateway-alerts.ts';
import { type AccountId, readId } from '../../../domain/ids.ts';
import { listAlerts } from '../../../services/staff/alerts.ts';
import { listBelowCost, renderBelowCost, renderMargin } from '../../../services/staff/margins.ts';
import {
  listReconciliations,
  renderGatewayAlert,
  renderReconciliation,
  renderStaffEntry,
} from '../../../services/staff/records.ts';
import { apiError } from '../../plugins/api-error.ts';
import { auditPositionOf, readAuditPosition } from '../audit-log/position.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { staffPage, whole } from './list.ts';
import { ALERTS, AUDIT_LOG, BELOW_COST, MARGINS, RECONCILIATIONS, STANDING } from './records-schemas.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 92;

/** What is on record about gateways and people. */
export function staffRecordRoutes({ pools: { reads: pool }, cursors }: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const watches = { staffRight: 'system:read' } as const;
    app.get('/alerts', { schema: STANDING, config: watches }, async () => whole(await listAlerts(pool)));

    const may = { staffRight: 'networks:read' } as const;
    app.get('/gateway-alerts', { schema: ALERTS, config: may }, async () =>
      whole((await readStandingAlerts(pool)).map(renderGatewayAlert)),
    );
    app.get('/reconciliations', { schema: RECONCILIATIONS, config: may }, ({ query }) =>
      staffPage(cursors, {
        endpoint: 'reconciliations',
        query,
        render: renderReconciliation,
        readPosition: readAuditPosition,
        positionOf: auditPositionOf,
        find: (after, count) => listReconciliations(pool, query.network_id ?? null, after, count),
      }),
    );
    app.get('/margins', { schema: MARGINS, config: may }, async ({ query }) => {
      const span = readSpan(query);
      return whole((await readMargins(pool, span, query.by)).map(renderMargin));
    });
    app.get('/margins/below-cost', { schema: BELOW_COST, config: may }, async () =>
      whole((await listBelowCost(pool)).map(renderBelowCost)),
    );

    const searches = { staffRight: 'audit:read' } as const;
    app.get('/audit-log', { schema: AUDIT_LOG, config: searches }, ({ query }) => {
      const { account_id: account, action, principal, subject, created_from: from, created_to: to } = query;
      const filter = {
        accountId: account === undefined ? null : readAccount(account),
        from: from === undefined ? null : new Date(from),
        to: to === undefined ? null : new Date(to),
        action: action ?? null,
        principal: principal ?? null,
        subject: subject ?? null,
      };
      return staffPage(cursors, {
        endpoint: 'audit-log',
        query,
        render: renderStaffEntry,
        readPosition: readAuditPosition,
        positionOf: auditPositionOf,
        find: (after, count) => searchAudit(pool, filter, after, count),
      });
    });
  };
}

/** @throws ApiError for days in the wrong order, or too many. */
function readSpan({ from, to = from }: { readonly from: string; readonly to?: string | undefined }) {
  const first = new Date(from);
  const end = new Date(new Date(to).getTime() + DAY_MS);
  if (end <= first || end.getTime() - first.getTime() > DAYS_MAX * DAY_MS) {
    const values = { field: 'to', rule: `must be from \`from\` to ${DAYS_MAX - 1} days later` };
    throw apiError('field_invalid', { values, param: 'to' });
  }
  return { from: first, to: end };
}

/** @throws ApiError for a text that is neither the id of an account nor `platform`. */
function readAccount(text: string): AccountId | 'platform' {
  const id = text === 'platform' ? text : readId('acc', text);
  if (id === null) throw unknownToStaff('account', 'account_id');
  return id;
}
