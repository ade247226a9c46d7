import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { protectPages } from '../plugins/page-policy.ts';
import { servePublicFile } from '../plugins/public-files.ts';
import { CONSOLE_PATHS } from './console/serve.ts';

const INDEX = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the page that prepares campaigns at /campaigns/, with the files of its folder. It is a client like any other: it calls
 * /v1 with the key that its user pastes, or with the session of a person.
 */
export const campaignsPage = pageOf('campaigns-page', '/campaigns');

/** Serves the page on which the staff confirms a sign-in of the command line. */
export const devicePage = pageOf('device-page', '/device');

/** Whether the console serves an address. */
function isConsolePath(path: string): boolean {
  return CONSOLE_PATHS.some((one) => one === path);
}

/** A page that may only run its own scripts and those of the other page, and call this API. */
function pageOf(folder: string, at: string) {
  const files = join(import.meta.dirname, '..', folder);
  return async (app: FastifyInstance): Promise<void> => {
    await protectPages(app);
    const serve = (path: string, name: string) =>
      servePublicFile(app, {
        path,
        type: TYPES[extname(name)] ?? 'application/octet-stream',
        // Its files belong together, so each is revalidated; an unchanged file is a 304.
        cacheControl: 'no-cache',
        load: async () => ({ body: await readFile(join(files, name)) }),
      });
    for (const name of readdirSync(files)) serve(`${at}/${name}`, name);
    if (!isConsolePath(at)) serve(at, INDEX);
    serve(`${at}/`, INDEX);
  };
}
