import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { NoQuery } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { Notices, ReplaceNotices } from '../../../contract/rules/notices.ts';
import {
  type NoticeAddresses,
  readNoticeAddresses,
  replaceNoticeAddresses,
} from '../../../db/notices/notices.ts';
import type { ApiPools } from '../../pools.ts';

/** GET and PUT of /v1/settings/notices. */
export function noticeRoutes({
  pools,
}: {
  readonly pools: Pick<ApiPools, 'own' | 'reads'>;
}): FastifyPluginAsyncZod {
  const pool = pools.reads;
  return async (app) => {
    app.get('/settings/notices', { schema: GET, config: { right: 'settings:read' } }, async ({ caller }) =>
      render(await readNoticeAddresses(pools.own.of(caller.accountId), caller.accountId)),
    );

    app.put(
      '/settings/notices',
      { schema: PUT, config: { right: 'settings:write' } },
      async ({ caller, actor, body }) => {
        await replaceNoticeAddresses(pool, caller.accountId, body, actor);
        return render(await readNoticeAddresses(pools.own.of(caller.accountId), caller.accountId));
      },
    );
  };
}

function render({ ready, completed, paused, needs_money }: NoticeAddresses): Notices {
  return {
    object: 'notices',
    ready: [...ready],
    completed: [...completed],
    paused: [...paused],
    needs_money: [...needs_money],
  };
}

const common = { tags: ['Settings'], querystring: NoQuery };
const refusals = { 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };

const GET = {
  ...common,
  operationId: 'getNotices',
  summary: 'Get the addresses for notices',
  description: 'Who gets e-mails about your campaigns, by kind of notice.',
  response: { 200: Notices, ...refusals },
};

const PUT = {
  ...common,
  operationId: 'replaceNotices',
  summary: 'Replace the addresses for notices',
  description:
    'Sets who gets e-mails about your campaigns. For one campaign, an e-mail of the same kind and for the same reason is sent again after 6 hours at the earliest. A campaign that pauses and resumes every minute does not send an e-mail each time.',
  body: ReplaceNotices,
  response: { 200: Notices, ...refusals },
};
