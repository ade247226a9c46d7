import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { type Checks, readReadiness } from '../../metrics/readiness.ts';

/** What the routes for machines answer with. */
export interface ProbeDeps {
  readonly registry: Registry;
  readonly checks: Checks;
}

export interface RequestMetrics {
  /** Counts a purchase that was refused before the app was told of it. */
  readonly refusedEarly: (seconds: number) => void;
}

/** GET /metrics, /livez and /readyz, for machines inside the same network; counts every route that is added later. */
export function addMetrics(app: FastifyInstance, { registry, checks }: ProbeDeps): RequestMetrics {
  const durations = new Histogram({
    name: 'bundlewire_api_request_seconds',
    help: 'Time from the request to its response, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1_000);
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { ready, body } = await readReadiness(checks);
    return reply.code(ready ? 200 : 503).send(body);
  });
  const refused = durations.labels('POST', '/v1/purchases', '429');
  return { refusedEarly: (seconds) => refused.observe(seconds) };
}
