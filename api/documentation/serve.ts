import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import Fastify, { type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { sessionCookieName } from '../../services/people/auth.ts';
import { servePublicFile } from '../plugins/public-files.ts';
import { completeDocument } from './complete.ts';
import type { Document } from './document.ts';
import { INFO, listServers, TAGS } from './introduction.ts';
import { withSamples } from './samples/samples.ts';
import { STAFF_INFO, STAFF_TAGS } from './staff-introduction.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the staff operations. */
    staffDocument(): OpenAPIV3_1.Document;
  }
}

/**
 * Makes `app.swagger()` describe the routes that are registered after this call, and `app.staffDocument()` those of the staff, which
 * programs of clients cannot use.
 * @param publicUrl the base URL that clients use; null if it is not configured.
 */
export async function documentApi(app: FastifyInstance, publicUrl: string | null): Promise<void> {
  const servers = listServers(publicUrl);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      servers,
      tags: TAGS,
      components: {
        securitySchemes: {
          api_key: {
            type: 'http',
            scheme: 'bearer',
            description: 'Your API key: `bw_live_…` or `bw_test_…`.',
          },
        },
      },
      security: [{ api_key: [] }],
    },
    ...describe('right'),
  });
  await app.register(swagger, {
    decorator: 'staffDocument',
    openapi: {
      openapi: '3.1.0',
      info: STAFF_INFO,
      servers,
      tags: STAFF_TAGS,
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookieName(publicUrl),
            description: 'The session of a staff member, with a second factor.',
          },
        },
      },
      security: [{ session: [] }],
    },
    ...describe('staffRight'),
  });
}

/** @param named which right the routes of the document name; routes with the other one are left out. */
function describe(
  named: 'right' | 'staffRight',
): Pick<FastifyDynamicSwaggerOptions, 'transform' | 'transformObject'> {
  const other = named === 'right' ? 'staffRight' : 'right';
  return {
    transform: (described) => {
      const { config = {} } = described.route;
      if (config[other] !== undefined) return { schema: { hide: true }, url: described.url };
      const { schema, url } = jsonSchemaTransform(described);
      const right = config[named];
      return { schema: right === undefined ? schema : { ...schema, 'x-required-right': right }, url };
    },
    transformObject: (document) => {
      // A copy, because the parts of the generated document are shared.
      const generated: unknown = JSON.parse(JSON.stringify(jsonSchemaTransformObject(document)));
      const hasWebhooks = named === 'right';
      const completed: unknown = isGenerated(generated) ? completeDocument(generated, hasWebhooks) : null;
      if (!isOpenApi(completed)) throw new TypeError('no OpenAPI 3.1 document was generated');
      return completed;
    },
  };
}

/**
 * Serves the document with its samples at /openapi.json, and a reference page that shows it at /docs.
 * @param publicUrl the base URL of the samples; null for the address at which this process listens.
 */
export async function documentationPages(
  app: FastifyInstance,
  { publicUrl }: { readonly publicUrl: string | null },
): Promise<void> {
  servePublicFile(app, {
    path: '/openapi.json',
    type: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    load: async () => {
      const document: unknown = app.swagger();
      if (!isGenerated(document)) throw new TypeError('no OpenAPI document was generated');
      const samples = withSamples(document, publicUrl ?? listeningUrl(app));
      return { body: Buffer.from(JSON.stringify(samples)) };
    },
  });
  servePublicFile(app, {
    path: '/favicon.ico',
    type: 'image/svg+xml',
    cacheControl: 'max-age=86400',
    load: async () => ({ body: Buffer.from(FAVICON) }),
  });
  await app.register(referencePage);
}

const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5"/><path d="M3 11 6 5l3 5 2-4 2 4" fill="none" stroke="#fff" stroke-width="1.6"/></svg>';

/** The page and its one script. The page may load nothing from other hosts. */
async function referencePage(app: FastifyInstance): Promise<void> {
  await app.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: false });
  app.get('/docs', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/', 301));
  servePublicFile(app, {
    path: '/docs/',
    type: 'text/html; charset=utf-8',
    cacheControl: 'max-age=600',
    load: async () => {
      const body = await readReference('/docs/');
      return { body, headers: { 'Content-Security-Policy': makePolicy(body.toString()) } };
    },
  });
  servePublicFile(app, {
    path: '/docs/js/scalar.js',
    type: 'application/javascript; charset=utf-8',
    cacheControl: 'max-age=600',
    // 4 MB each, or 1 MB compressed, which a browser keeps.
    requestsMax: 30,
    load: async () => ({ body: await readReference('/docs/js/scalar.js') }),
  });
}

/** Webhooks are called by us, so a page cannot send one. */
const WITHOUT_WEBHOOK_TESTS = '[id*="/webhook/"] .show-api-client-button { display: none }';

/** Reads a file from the package's own routes, once: they would encode 4 MB again for each answer. */
async function readReference(path: string): Promise<Buffer> {
  const source = Fastify();
  await source.register(reference, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Bundlewire API',
      url: '/openapi.json',
      withDefaultFonts: false,
      favicon: '/favicon.ico',
      defaultOpenAllTags: true,
      // As in the document: the most important first.
      orderSchemaPropertiesBy: 'preserve',
      orderRequiredPropertiesFirst: false,
      customCss: WITHOUT_WEBHOOK_TESTS,
      // Each of these would call another host, or offer to.
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      // Its own samples have neither the key nor the address of this API.
      hiddenClients: true,
      showDeveloperTools: 'never',
    },
  });
  const { statusCode, rawPayload } = await source.inject(path);
  await source.close();
  if (statusCode !== 200) throw new TypeError(`the API reference answered ${statusCode} for ${path}`);
  return rawPayload;
}

/** On this machine, also for a process that listens at all addresses. */
function listeningUrl({ server }: FastifyInstance): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 80;
  return `http://127.0.0.1:${port}`;
}

/** The page may run its script and the lines that start it, known by their hash, and call this API. */
function makePolicy(page: string): string {
  const inline = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function isGenerated(document: unknown): document is Document {
  return typeof document === 'object' && document !== null && 'paths' in document;
}

function isOpenApi(document: unknown): document is OpenAPIV3_1.Document {
  return (
    typeof document === 'object' &&
    document !== null &&
    'openapi' in document &&
    String(document.openapi).startsWith('3.1.')
  );
}
