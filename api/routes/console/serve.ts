import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { protectPages } from '../../plugins/page-policy.ts';
import { servePublicFile, servePublicFolder } from '../../plugins/public-files.ts';
import { CONSOLE_DIR } from './folder.ts';

/**
 * The addresses of the console in a browser. Each screen has a link, so all addresses below a section are the same page. Every
 * other unknown address is answered with 404 in JSON.
 */
export const CONSOLE_PATHS = [
  '/',
  '/sign-in',
  '/profile',
  '/approvals',
  '/campaigns/new',
  '/campaigns',
  '/campaigns/schedules',
  '/campaigns/:batch_id',
  '/purchases',
  '/purchases/:purchase_id',
  '/statements',
  '/operations',
  '/operations/alerts',
  '/operations/late',
  '/operations/contradictions',
  '/operations/search',
  '/operations/stuck',
  '/operations/webhooks',
  '/operations/queues',
  '/operations/purchases/:purchase_id',
  '/operations/networks/:network_id',
  '/operations/accounts',
  '/operations/accounts/:account_id',
  '/operations/accounts/:account_id/approval-rules',
  '/operations/accounts/:account_id/prices',
  '/operations/campaigns',
  '/operations/people',
  '/operations/team',
  '/operations/margins',
  '/operations/reconciliations',
  '/operations/audit',
  '/operations/approvals',
  '/statements/campaigns',
  '/statements/cost-centres',
  '/statements/top-up',
  '/developers',
  '/developers/keys',
  '/developers/keys/:key_id',
  '/developers/webhooks',
  '/developers/webhooks/:endpoint_id',
  '/developers/events/:event_id',
  '/developers/requests',
  '/developers/requests/:request_id',
  '/developers/sandbox',
  '/admin/people',
  '/admin/people/:person_id',
  '/admin/roles',
  '/admin/roles/:role_id',
  '/admin/limits',
  '/admin/approvals',
  '/admin/audit',
  '/admin/sign-on',
] as const;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Built files have a hash of their content in their names. */
const FOREVER = 'public, max-age=31536000, immutable';

const NOT_BUILT = `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<title>Bundlewire</title>
<h1>The console is not built</h1>
<p>Run <code>npm start</code>, or <code>node tools/console/build.ts</code> and start the API again.
<p>The <a href="/docs/">API reference</a> is available.
`;

/** Serves the page of the console as it was built when the process started. */
export async function consolePages(app: FastifyInstance): Promise<void> {
  await protectPages(app);
  serveFormerAddress(app);
  const index = join(CONSOLE_DIR, 'index.html');
  if (!existsSync(index)) {
    for (const path of CONSOLE_PATHS) {
      app.get(path, { schema: { hide: true } }, (_request, reply) =>
        reply.code(404).type('text/html; charset=utf-8').send(NOT_BUILT),
      );
    }
    return;
  }
  const body = await readFile(index);
  for (const path of CONSOLE_PATHS) {
    const load = async () => ({ body });
    servePublicFile(app, { path, type: 'text/html; charset=utf-8', cacheControl: 'no-cache', load });
  }
}

/** Serves the scripts and styles of the console; none if it is not built. */
export async function consoleFiles(app: FastifyInstance): Promise<void> {
  await protectPages(app);
  const assets = join(CONSOLE_DIR, 'assets');
  if (!existsSync(assets)) return;
  const files = readdirSync(assets).map((name) => {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const load = async () => ({ body: await readFile(join(assets, name)) });
    return [name, { type, cacheControl: FOREVER, load }] as const;
  });
  servePublicFolder(app, '/assets', new Map(files));
}

/** Bookmarks and mails of earlier versions lead to /campaigns/. Browsers keep what follows the # of an address. */
function serveFormerAddress(app: FastifyInstance): void {
  app.get('/campaigns/', { schema: { hide: true } }, ({ url }, reply) => {
    const query = url.indexOf('?');
    return reply.redirect(`/campaigns${query === -1 ? '' : url.slice(query)}`, 308);
  });
}
