import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NoQuery, namedList, Page } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import {
  renderStatement,
  renderStatementLine,
  StatementLineResource,
  StatementResource,
} from '../../contract/statement.ts';
import type { Caller } from '../../db/accounts/accounts.ts';
import { readLinePage } from '../../db/statements/lines.ts';
import { hasStatement, readStatement } from '../../db/statements/statements.ts';
import type { AccountId } from '../../domain/ids.ts';
import { closeEarly, type UtcDay } from '../../domain/money/statement.ts';
import { XLSX_TYPE } from '../../services/sheets/write-workbook.ts';
import { statementCsv, statementSheets } from '../../services/statements/statement-file.ts';
import { apiError } from '../plugins/api-error.ts';
import type { Places } from '../plugins/places/places.ts';
import type { ApiPools } from '../pools.ts';
import type { PageDeps } from './batch-pages.ts';
import { foreignCursor } from './cursor.ts';
import { chooseFile, type FileForm, FileQuery, preferredForm } from './files/file-form.ts';
import { createNumberReads } from './files/number-reads.ts';
import { sendFile } from './files/send-file.ts';
import { readPage } from './page.ts';
import { DayField, DayParams, readDay, readLastDay } from './statement-days/day-field.ts';
import { LineFilters, readLineFilter } from './statement-days/line-filter.ts';

export interface StatementRoutesDeps extends PageDeps {
  readonly pools: Pick<ApiPools, 'downloads' | 'files' | 'own' | 'reads'>;
  /** Shared by all downloads. */
  readonly downloads: Places;
}

/** GET /v1/statements/{date} and its lines. */
export function statementRoutes(deps: StatementRoutesDeps): FastifyPluginAsyncZod {
  const { due } = deps;
  const { own, reads } = deps.pools;
  const numberReads = createNumberReads(reads);
  return async (app) => {
    app.get(
      '/statements/:date',
      { schema: GET, config: { right: 'statements:read' } },
      async ({ caller, params, sandbox }, reply) => {
        const day = readDay(params.date);
        const db = own.of(caller.accountId);
        const read = () => readStatement(db, caller.accountId, day);
        const statement = await due.settleThenRead(db, caller.accountId, read);
        if (statement === null) throw apiError('statement_unknown');
        if (sandbox !== 'closed-day' || statement.status === 'closed') return renderStatement(statement);
        // Marks the answer: the day is still open.
        reply.header('Svc-Sandbox', sandbox);
        return renderStatement(closeEarly(statement));
      },
    );

    app.get(
      '/statements/:date/lines',
      { schema: LINES, config: { right: 'statements:read' } },
      async (request, reply) => {
        const { caller, params, query } = request;
        const day = readDay(params.date);
        const days = { day, lastDay: readLastDay(day, query.to) };
        if (!(await hasStatement(own.of(caller.accountId), caller.accountId, day)))
          throw apiError('statement_unknown');

        reply.header('Vary', 'Accept');
        const form = preferredForm(request.headers.accept);
        if (form !== 'json') return sendStatement(reply, deps, caller, days, form, query);
        await numberReads.note(request, 'statement_read', nameOfDays(days, '/'));
        return deps.lists.make(reply, caller.accountId, () => linesPage(deps, caller.accountId, days, query));
      },
    );
  };
}

const LinesQuery = z.strictObject({
  to: DayField(
    'The last UTC day (YYYY-MM-DD), for the lines of several days: `date` or up to 91 days later. Without it, the lines are those of one day.',
  ),
  ...LineFilters,
  ...FileQuery,
  ...Page,
});
const refusals = { 400: ErrorBody, 401: ErrorBody, 404: ErrorBody, 429: ErrorBody, 500: ErrorBody };

const GET = {
  operationId: 'getStatement',
  summary: "Get a day's statement",
  description:
    'You can get any UTC day from the first day of your account to today. A day is closed shortly after midnight UTC. Its statement then never changes.',
  tags: ['Statements'],
  params: DayParams,
  querystring: NoQuery,
  response: { 200: StatementResource, ...refusals },
};

const LINES = {
  operationId: 'listStatementLines',
  summary: "List a day's statement lines",
  description: `In the order in which they happened. With \`to\`, the list or file has all lines of up to 92 days.

With \`Accept: text/csv\`, returns the whole day as one CSV file with a header row. With \`Accept: ${XLSX_TYPE}\`, it is an Excel workbook. Its cells are text, except amounts in major units, which are numbers. \`amounts\` chooses how the file writes amounts. The filters, \`limit\` and \`cursor\` are ignored: a file has all lines. The column \`line_id\` is the \`id\` of the line. A workbook of several days has a second sheet with the balances and totals of each day. An account can have four downloads at the same time, including results of batches. One more is rejected with 429.

If a download breaks off, download the file again. Check that the opening balance plus all amounts equals the closing balance, of the last day if there are several.`,
  tags: ['Statements'],
  params: DayParams,
  querystring: LinesQuery,
  response: {
    200: {
      description: 'A page of lines, or all lines as CSV or as a workbook.',
      content: {
        'application/json': { schema: namedList('StatementLineList', StatementLineResource) },
        'text/csv': { schema: z.custom<Readable | string>().meta({ type: 'string' }) },
        [XLSX_TYPE]: { schema: z.custom<Readable | string>().meta({ type: 'string', format: 'binary' }) },
      },
    },
    ...refusals,
  },
};

/** The days whose lines are wanted: from `day` to `lastDay`. */
interface Days {
  readonly day: UtcDay;
  readonly lastDay: UtcDay;
}

/** A day, or the first and the last one with `between` between them. */
function nameOfDays({ day, lastDay }: Days, between: string): string {
  return day === lastDay ? day : `${day}${between}${lastDay}`;
}

/** Sends whole days as one file. @throws ApiError `rate_limited` */
function sendStatement(
  reply: FastifyReply,
  { pools, downloads, due }: StatementRoutesDeps,
  { accountId, currency }: Caller,
  days: Days,
  form: FileForm,
  query: z.output<typeof LinesQuery>,
): FastifyReply {
  const choice = chooseFile(form, query);
  const request = { accountId, currency, ...days, amounts: choice.amounts };
  const reads = pools.downloads.of(accountId);
  const readOpen = (day: UtcDay) =>
    due.settleThenRead(reads, accountId, () => readStatement(reads, accountId, day));
  return sendFile(reply, downloads, accountId, choice, {
    name: `statement-${nameOfDays(days, '-to-')}`,
    download: { pool: pools.reads, action: 'statement_download', subject: nameOfDays(days, '/') },
    hasNumbers: true,
    csvType: 'text/csv; charset=utf-8; header=present',
    csv: () => statementCsv(reads, request),
    sheets: () => statementSheets(reads, request, readOpen),
  });
}

function linesPage(
  { pools, cursors }: PageDeps,
  accountId: AccountId,
  { day, lastDay }: Days,
  { limit, cursor, ...query }: z.output<typeof LinesQuery>,
) {
  const { to, type, reference, phone_number } = query;
  const filter = readLineFilter(query);
  return readPage({
    cursors,
    scope: { accountId, endpoint: `statements/${day}/lines`, filters: { to, type, reference, phone_number } },
    cursor,
    limit: Number(limit),
    readPosition: ([seq = '']) => {
      if (!/^[0-9]{1,15}$/.test(seq)) throw foreignCursor();
      return Number(seq);
    },
    find: async (after, count) =>
      (await readLinePage(pools.own.of(accountId), accountId, day, after, count, filter, lastDay)).lines,
    positionOf: ({ seq }) => [String(seq)],
    render: (lines) => lines.map(renderStatementLine),
  });
}
