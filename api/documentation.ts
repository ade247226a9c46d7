import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

/**
 * Serves the OpenAPI document at /openapi.json and a reference page at /docs; both come from the schemas of the routes that
 * are registered after this call.
 */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Bundlewire',
        version: 'v1',
        description: 'Buy prepaid mobile data bundles for phone numbers, exactly once or not at all.',
      },
      components: { securitySchemes: { api_key: { type: 'http', scheme: 'bearer' } } },
      security: [{ api_key: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withoutUnusedSchemas(jsonSchemaTransformObject(document)),
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
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

type Transformed = ReturnType<typeof jsonSchemaTransformObject>;

/** Drops the schemas that nothing refers to: each is generated once for requests and once for responses. */
function withoutUnusedSchemas(document: Transformed): Transformed {
  if (!('components' in document) || document.components?.schemas === undefined) return document;

  const schemas = new Map<string, unknown>(Object.entries(document.components.schemas));
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas.get(name));
    }
  };
  follow(document.paths);
  for (const name of schemas.keys()) if (!used.has(name)) delete document.components.schemas[name];
  return document;
}
