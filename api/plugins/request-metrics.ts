import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** Measures every request to the routes that are added later, by method, route and status. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'bundlewire_api_request_seconds',
    help: 'Time from the request to its response, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 10],
    registers: [registry],
  });

  app.addHook('onResponse', (request, reply, done) => {
    // What a client asked the sandbox for says nothing about the service, and must raise no alert.
    if (request.sandbox === null) {
      const route = request.routeOptions.url ?? 'unknown';
      const labels = { method: request.method, route, status: reply.statusCode };
      durations.observe(labels, reply.elapsedTime / 1_000);
    }
    done();
  });
}
