import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { renderStatement, StatementResource } from '../../../contract/statement.ts';
import { readClosedDays } from '../../../db/statements/closed-days.ts';
import { isUtcDay, type UtcDay } from '../../../domain/money/statement.ts';
import type { ApiPools } from '../../pools.ts';
import { type Cursors, foreignCursor } from '../cursor.ts';
import { readPage } from '../page.ts';
import { DayField } from './day-field.ts';

interface Deps {
  readonly pools: Pick<ApiPools, 'own'>;
  readonly cursors: Cursors;
}

/** GET /v1/statements. */
export function statementListRoutes({ pools, cursors }: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/statements',
      { schema: LIST, config: { right: 'statements:read' } },
      async ({ caller: { accountId }, query }) => {
        const { limit, cursor, ...filters } = query;
        const range = { from: toDay(filters.from), to: toDay(filters.to) };
        return readPage({
          cursors,
          scope: { accountId, endpoint: 'statements', filters },
          cursor,
          limit: Number(limit),
          readPosition: ([day = '']) => {
            if (!isUtcDay(day)) throw foreignCursor();
            return day;
          },
          find: (before, count) => readClosedDays(pools.own.of(accountId), accountId, range, before, count),
          positionOf: ({ day }) => [day],
          render: (statements) => statements.map(renderStatement),
        });
      },
    );
  };
}

function toDay(text: string | undefined): UtcDay | null {
  return text !== undefined && isUtcDay(text) ? text : null;
}

const ListQuery = z.strictObject({
  from: DayField('Only this UTC day (YYYY-MM-DD) and later ones.'),
  to: DayField('Only this UTC day (YYYY-MM-DD) and earlier ones.'),
  ...Page,
});

const LIST = {
  operationId: 'listStatements',
  summary: 'List the statements of closed days',
  description:
    'Newest first. Each day has one statement, also a day without movements, so the closing balance of a day is the opening balance of the next one. A day that is still open is not in the list: get it with `GET /v1/statements/{date}`.',
  tags: ['Statements'],
  querystring: ListQuery,
  response: {
    200: namedList('StatementList', StatementResource),
    400: ErrorBody,
    401: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};
