import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { protectPages } from '../plugins/page-policy.ts';
import { servePublicFile } from '../plugins/public-files.ts';

const FOLDER = join(import.meta.dirname, '..', 'device-page');
const AT = '/device';
const INDEX = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the page on which the staff confirms a sign-in of the command line, with the files of its folder. It may run only scripts
 * of this API, and call only this API.
 */
export async function devicePage(app: FastifyInstance): Promise<void> {
  await protectPages(app);
  const serve = (path: string, name: string) =>
    servePublicFile(app, {
      path,
      type: TYPES[extname(name)] ?? 'application/octet-stream',
      // Its files belong together, so each is revalidated; an unchanged file is a 304.
      cacheControl: 'no-cache',
      load: async () => ({ body: await readFile(join(FOLDER, name)) }),
    });
  for (const name of readdirSync(FOLDER)) serve(`${AT}/${name}`, name);
  serve(AT, INDEX);
  serve(`${AT}/`, INDEX);
}
