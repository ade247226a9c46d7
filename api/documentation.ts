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
  await app.register(referencePage);
}

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
      title: 'Bundlewire API',
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
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
