import { join } from 'node:path';
import helmet from '@fastify/helmet';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const PAGE = join(import.meta.dirname, '..', 'campaigns', 'page');

/**
 * Serves the campaign manager's page at /campaigns, as it stands in its folder. It is a client like any other: it calls
 * /v1 with the key that its user pastes. It may run its own scripts, talk to this API, and nothing else.
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
  await app.register(files, { root: PAGE, prefix: '/campaigns/', cacheControl: false, wildcard: false });
  app.get('/campaigns', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
}
