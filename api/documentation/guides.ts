import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import files from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { handleError } from '../plugins/errors.ts';

/** Where the guides are served. */
export const GUIDES_BASE = '/docs/guides/';
/** Where `npm run docs` builds them. */
export const GUIDES_DIR = join(import.meta.dirname, '..', '..', 'dist', 'guides');

/** Built files have a hash of their content in their names. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Revalidated each time; an unchanged page is a 304. */
const REVALIDATED = 'no-cache';

const NOT_FOUND = '404.html';
const NOT_BUILT = `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<title>Guides</title>
<h1>The guides are not built</h1>
<p>Run <code>npm run docs</code>, then load this page again.
<p>The <a href="/docs/">API reference</a> is available.
`;

/** Serves the guides of a folder at /docs/guides/. They may run only their own scripts and call no other host. */
export function guidePages(folder = GUIDES_DIR): FastifyPluginAsync {
  return async (app) => {
    await app.register(helmet, {
      strictTransportSecurity: false,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          // The colours of code.
          styleSrcAttr: ["'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
    });
    const prefix = GUIDES_BASE.slice(0, -1);
    app.get(prefix, { schema: { hide: true } }, (_request, reply) => reply.redirect(GUIDES_BASE, 301));
    await app.register((scope) => serveFolder(scope, folder), { prefix });
  };
}

async function serveFolder(app: FastifyInstance, folder: string): Promise<void> {
  // A path that leads out of the folder is an unknown page, like any other.
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    (error.statusCode ?? 500) < 500 ? reply.callNotFound() : handleError(error, request, reply),
  );
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (_request, reply) => {
    reply.code(404);
    return existsSync(join(folder, NOT_FOUND))
      ? reply.sendFile(NOT_FOUND)
      : reply.type('text/html; charset=utf-8').send(NOT_BUILT);
  });
  await app.register(files, {
    root: folder,
    // The folder may be built while the API runs.
    suppressWarning: true,
    extensions: ['html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('Cache-Control', path.includes(`${sep}assets${sep}`) ? FOREVER : REVALIDATED);
    },
  });
}
