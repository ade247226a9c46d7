import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { servePublicFile } from '../plugins/public-files.ts';

const PAGE = join(import.meta.dirname, '..', 'campaigns-page');
const INDEX = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the campaign manager's page at /campaigns, with the files of its folder. It is a client like any other: it calls
 * /v1 with the key that its user pastes. It may only run its own scripts and call this API.
 */
export async function campaignsPage(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
  });
  const serve = (path: string, name: string) =>
    servePublicFile(app, {
      path,
      type: TYPES[extname(name)] ?? 'application/octet-stream',
      // Its files belong together, so each is revalidated; an unchanged file is a 304.
      cacheControl: 'no-cache',
      load: async () => ({ body: await readFile(join(PAGE, name)) }),
    });
  for (const name of readdirSync(PAGE)) serve(`/campaigns/${name}`, name);
  serve('/campaigns', INDEX);
  serve('/campaigns/', INDEX);
}
