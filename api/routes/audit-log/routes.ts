import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { renderAuditEntry } from '../../../contract/audit-entry.ts';
import { type AuditFilter, searchAudit } from '../../../db/audit/search.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { auditCsv, auditSheet } from '../../../services/audit/audit-file.ts';
import type { Places } from '../../plugins/places/places.ts';
import type { ApiPools } from '../../pools.ts';
import type { PageDeps } from '../batch-pages.ts';
import { chooseFile, preferredForm } from '../files/file-form.ts';
import { sendFile } from '../files/send-file.ts';
import { readPage } from '../page.ts';
import { auditPositionOf, readAuditPosition } from './position.ts';
import { type AuditQuery, LIST } from './schemas.ts';

export interface AuditRoutesDeps extends PageDeps {
  readonly pools: Pick<ApiPools, 'downloads' | 'files' | 'own' | 'reads'>;
  /** Shared by all downloads. */
  readonly downloads: Places;
}

/** GET /v1/audit-log */
export function auditRoutes(deps: AuditRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const config = { right: 'audit:read' } as const;
    app.get('/audit-log', { schema: LIST, config }, async (request, reply) => {
      const { caller, query, headers } = request;
      const { accountId } = caller;
      reply.header('Vary', 'Accept');
      const form = preferredForm(headers.accept);
      if (form === 'json') return deps.lists.make(reply, accountId, () => listPage(deps, accountId, query));
      const filter = toFilter(accountId, query);
      const file = { filter, render: renderAuditEntry, hasAccounts: false };
      return sendFile(reply, deps.downloads, accountId, chooseFile(form, { bom: query.bom }), {
        name: 'audit-log',
        csvType: 'text/csv; charset=utf-8; header=present',
        download: { pool: deps.pools.reads, action: 'audit_log_download', subject: 'audit_log' },
        hasNumbers: false,
        csv: () => auditCsv(deps.pools.downloads.of(accountId), file),
        sheets: () => [auditSheet(deps.pools.downloads.of(accountId), file)],
      });
    });
  };
}

function listPage({ pools, cursors, lists }: AuditRoutesDeps, accountId: AccountId, query: AuditQuery) {
  const { limit, cursor, bom: _bom, ...filters } = query;
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'audit-log', filters },
    cursor,
    limit: Number(limit),
    readPosition: readAuditPosition,
    find: (after, count) =>
      lists.read(accountId, () =>
        searchAudit(pools.own.of(accountId), toFilter(accountId, query), after, count),
      ),
    positionOf: auditPositionOf,
    render: (records) => records.map(renderAuditEntry),
  });
}

function toFilter(accountId: AccountId, query: AuditQuery): AuditFilter {
  const { action, principal, subject, created_from: from, created_to: to } = query;
  return {
    accountId,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
    action: action ?? null,
    principal: principal ?? null,
    subject: subject ?? null,
  };
}
