import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { completeDocument } from './complete.ts';
import type { Document } from './document.ts';
import { INFO, TAGS } from './introduction.ts';

/**
 * Serves the OpenAPI document at /openapi.json and a reference page at /docs; both come from the schemas of the routes that
 * are registered after this call.
 */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      tags: TAGS,
      components: {
        securitySchemes: {
          api_key: {
            type: 'http',
            scheme: 'bearer',
            description: 'Your API key: `bw_live_…` or `bw_test_…`',
          },
        },
      },
      security: [{ api_key: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      // A copy, as JSON has it: what is generated shares its parts.
      const generated: unknown = JSON.parse(JSON.stringify(jsonSchemaTransformObject(document)));
      const completed: unknown = isGenerated(generated) ? completeDocument(generated) : null;
      if (!isOpenApi(completed)) throw new TypeError('no OpenAPI 3.1 document was generated');
      return completed;
    },
  });
  let text: string | null = null;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    // Written once: it is large, and anybody may ask for it.
    text ??= JSON.stringify(app.swagger());
    reply.type('application/json; charset=utf-8');
    return text;
  });
  app.get('/favicon.ico', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'max-age=86400').type('image/svg+xml');
    return FAVICON;
  });
  await app.register(referencePage);
}

const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5"/><path d="M3 11 6 5l3 5 2-4 2 4" fill="none" stroke="#fff" stroke-width="1.6"/></svg>';

/** The page and its one script come from here; it may load nothing from anywhere else. */
async function referencePage(app: FastifyInstance): Promise<void> {
  await app.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: false });
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('Cache-Control', 'max-age=600');
    if (typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html'))
      reply.header('Content-Security-Policy', policyOf(payload));
  });
  await app.register(reference, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Bundlewire API',
      url: '/openapi.json',
      withDefaultFonts: false,
      favicon: '/favicon.ico',
      defaultOpenAllTags: true,
      // Each of these would talk to somebody else, or offer to.
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
    },
  });
}

/** What the page may do: run our script and the lines that start it, known by their hash, and call this API. */
function policyOf(page: string): string {
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
