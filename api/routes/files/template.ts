import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NoQuery } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { readAllowedBundles } from '../../../db/rules/allowed-bundles.ts';
import { templateSheets } from '../../../services/batches/downloads/template.ts';
import type { Catalogue } from '../../../services/catalogue/catalogue.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../services/sheets/write-workbook.ts';
import type { ApiPools } from '../../pools.ts';
import { attachment } from './file-name.ts';

interface TemplateDeps {
  readonly catalogue: Catalogue;
  readonly pools: Pick<ApiPools, 'own' | 'reads'>;
}

/** GET /v1/batches/template: a workbook to fill in. */
export function templateRoutes({ catalogue, pools }: TemplateDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/batches/template',
      { schema: TEMPLATE, config: { right: 'batches:create' } },
      async ({ caller }, reply) => {
        const [sold, networks, allowed] = await Promise.all([
          catalogue.offers(caller.accountId),
          catalogue.networks(),
          readAllowedBundles(pools.own.of(caller.accountId), caller.accountId),
        ]);
        const offers = [...sold.values()].filter(({ bundleId }) => allowed?.includes(bundleId) ?? true);
        const networkNames = new Map([...networks.values()].map(({ id, name }) => [id, name]));
        const sheets = templateSheets({ offers, networkNames, currency: caller.currency });
        reply.headers({
          'Content-Type': XLSX_TYPE,
          'Content-Disposition': attachment('campaign-template.xlsx'),
          'X-Content-Type-Options': 'nosniff',
        });
        // A few kilobytes: an account has hundreds of bundles, not millions.
        return reply.send(Buffer.concat(await Array.fromAsync(writeWorkbook(sheets))));
      },
    );
  };
}

const TEMPLATE = {
  operationId: 'getBatchTemplate',
  summary: 'Download a template',
  description: `An Excel workbook (.xlsx) to fill in and upload. Its first sheet is an empty campaign with the columns \`phone_number\`, \`bundle_id\` and \`reference\`. Their cells are text, so that no spreadsheet program changes your phone numbers. \`bundle_id\` is chosen from a list. The second sheet has the bundles that your account may buy, with their prices in major units, such as 500.00 for ₦500.00. An upload reads the sheet with the campaign: the list of bundles has no column for phone numbers.`,
  tags: ['Batches'],
  querystring: NoQuery,
  response: {
    200: {
      description: 'The workbook.',
      content: { [XLSX_TYPE]: { schema: z.custom<Buffer>().meta({ type: 'string', format: 'binary' }) } },
    },
    400: ErrorBody,
    401: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};
