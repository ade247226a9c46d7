import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Script } from './scripts.ts';
import type { World } from './world.ts';

const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 10_000;

const BookParameters = z.strictObject({
  api_key: z.string().min(1),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  external_id: z.string().optional(),
});

const Latency = z.strictObject({
  submit_ms: z.int().min(0).default(0),
  inquiry_ms: z.int().min(0).default(0),
});

const Refusal = z.strictObject({ account: z.string().min(1), code: z.string().min(1).nullable() });

/** The control plane. None of it exists at a gateway; it knows no credentials, so it belongs on a loopback address. */
export function registerControl(app: FastifyInstance, world: World, script: z.ZodType<Script>): void {
  app.post('/_simulator/scripts', (request) => {
    for (const one of z
      .union([script.transform((single) => [single]), z.array(script)])
      .parse(request.body)) {
      world.scripts.add(one);
    }
    return { ok: true };
  });

  app.delete('/_simulator/scripts', () => {
    world.scripts.clear();
    return { ok: true };
  });

  app.post('/_simulator/latency', (request) => {
    const latency = Latency.parse(request.body);
    world.submitLatencyMs = latency.submit_ms;
    world.inquiryLatencyMs = latency.inquiry_ms;
    return latency;
  });

  app.post('/_simulator/refusals', (request) => {
    const { account, code } = Refusal.parse(request.body);
    if (code === null) world.refusals.delete(account);
    else world.refusals.set(account, code);
    return { ok: true };
  });

  app.get('/_simulator/log', () => ({ lines: world.log }));

  app.post('/_simulator/history', () => {
    world.history.keep();
    return { ok: true };
  });

  app.get('/_simulator/history', () => ({ happenings: world.history.all() }));

  app.get('/_simulator/book', (request) => {
    const { api_key, after, limit, external_id } = BookParameters.parse(request.query);
    return world.readBook({ key: api_key, after, limit, reference: external_id ?? null });
  });
}
