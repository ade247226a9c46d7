import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createGatekeeper } from './accounts.ts';
import { sendError } from './answers.ts';
import { type BookPage, readBook, registerControl } from './control.ts';
import { registerRoutes } from './routes.ts';
import { Script, type ScriptInput } from './scripts.ts';
import { openWorld, type World } from './world.ts';

const LOG_LINES = 1_000;
/** After this long a closing simulator ends the calls that are still open. */
const DRAIN_MS = 2_000;
const IDLE_CHECK_MS = 20;

export interface SimulatorOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Secrets by API key. Without it every key is an account, and keeps the first secret it came with. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Multiplies every delay; 1 is real time. */
  readonly timeScale?: number;
  /** Of the random part of a prompt delivery. */
  readonly seed?: number;
  /** How long the answer to suffix 983 takes, before scaling. */
  readonly lateAnswerMs?: number;
  /** Beyond it a key is answered 429; by default more than anybody sends. */
  readonly requestsPerSecond?: number;
  /** Keeps the books over restarts. */
  readonly bookFile?: string;
}

export interface Simulator {
  /** Scheme, host and port; DT One's API is under `/v1`, the control plane under `/_simulator`. */
  readonly url: string;
  script(script: ScriptInput): void;
  latency(ms: { readonly submitMs: number; readonly inquiryMs: number }): void;
  /** All of an account's book. */
  book(apiKey: string): BookPage;
  /** Finishes calls under way; deliveries that are not due yet happen only if a book file brings them back. */
  close(): Promise<void>;
}

/** Starts a simulator of DT One on a real socket. */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const world = await openWorld({
    timeScale: options.timeScale ?? 1,
    seed: options.seed ?? 1,
    lateAnswerMs: options.lateAnswerMs ?? 45_000,
    bookFile: options.bookFile ?? null,
  });
  const app = Fastify({ logger: false, routerOptions: { maxParamLength: 100 } });
  readJsonBodies(app);
  keepLog(app, world);
  registerErrors(app);
  registerRoutes(
    app,
    world,
    createGatekeeper({
      book: world.book,
      secrets: options.accounts === undefined ? null : new Map(Object.entries(options.accounts)),
      requestsPerSecond: options.requestsPerSecond ?? 1_000_000,
    }),
  );
  registerControl(app, world);
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });

  return {
    url: urlOf(app.server.address()),
    script: (script) => world.scripts.add(Script.parse(script)),
    latency({ submitMs, inquiryMs }) {
      world.submitLatencyMs = submitMs;
      world.inquiryLatencyMs = inquiryMs;
    },
    book: (apiKey) =>
      readBook(world, { apiKey, after: 0, limit: Number.POSITIVE_INFINITY, externalId: null }),
    close: () => close(app, world),
  };
}

async function close(app: FastifyInstance, world: World): Promise<void> {
  world.release();
  // A connection under way becomes idle when its call is done, and would then keep the server open.
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearInterval(closeIdle);
  clearTimeout(cutOff);
  await world.close();
}

/** JSON.parse and nothing else: the guard against prototype poisoning costs more than the rest of a submit. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new SyntaxError('the body is no JSON'));
    }
  });
}

function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (request.url.startsWith('/_simulator/')) {
      return reply.code(400).send({ error: error instanceof z.ZodError ? error.issues : String(error) });
    }
    return sendError(reply, 400, 1000400, 'Bad request');
  });
}

function keepLog(app: FastifyInstance, world: World): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Only the route's pattern: real paths of inquiries hold nothing secret today, but queries may hold numbers.
    world.log.push({
      at: new Date().toISOString(),
      method: request.method,
      path: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
    });
    if (world.log.length > LOG_LINES * 2) world.log.splice(0, LOG_LINES);
    done();
  });
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
