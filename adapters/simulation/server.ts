import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';
import type { BookPage } from './book.ts';
import { registerControl } from './control.ts';
import type { PlainScriptInput, Script } from './scripts.ts';
import { openWorld, type Protocol, type World } from './world.ts';

const LOG_LINES = 1_000;
/** After this long a closing simulator ends the calls that are still open. */
const DRAIN_MS = 2_000;
const IDLE_CHECK_MS = 20;

export interface SimulatorOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Secrets by account. Without it, any account works and keeps its first secret. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Where each account is called back. */
  readonly callbackUrls?: Readonly<Record<string, string>>;
  /** With what callbacks to each account are signed, for gateways that sign. */
  readonly signingSecrets?: Readonly<Record<string, string>>;
  /** Multiplies every delay; 1 is real time. */
  readonly timeScale?: number;
  /** Keeps the books over restarts. */
  readonly bookFile?: string;
}

export interface Simulator<ScriptInput = PlainScriptInput> {
  /** Scheme, host and port; the control plane is under `/_simulator`. */
  readonly url: string;
  script(script: ScriptInput): void;
  latency(ms: { readonly submitMs: number; readonly inquiryMs: number }): void;
  /** All of an account's book. */
  book(account: string): BookPage;
  /** Finishes calls under way; deliveries that are not due yet happen only if a book file brings them back. */
  close(): Promise<void>;
}

/** The gateway's own part of a server. */
export interface Served<ScriptInput> extends Protocol {
  /** What a script may say. */
  readonly script: z.ZodType<Script, ScriptInput>;
  /** The one content type that is taken; by default any. */
  readonly contentType?: string;
  /** Routes are given bodies as text. */
  routes(app: FastifyInstance, world: World): void;
  /** Answers a request that cannot be read. */
  sendUnreadable(reply: FastifyReply): FastifyReply;
}

/** Runs a simulation of a gateway on a real socket. */
export async function serveSimulation<ScriptInput>(
  served: Served<ScriptInput>,
  options: SimulatorOptions,
): Promise<Simulator<ScriptInput>> {
  const world = await openWorld(served, {
    timeScale: options.timeScale ?? 1,
    bookFile: options.bookFile ?? null,
    callbackUrls: new Map(Object.entries(options.callbackUrls ?? {})),
  });
  const app = Fastify({ logger: false });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(served.contentType ?? '*', { parseAs: 'string' }, (request, body, done) => {
    if (!request.url.startsWith('/_simulator/')) return done(null, String(body));
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new SyntaxError('the body is not JSON'));
    }
  });
  app.setErrorHandler((error, request, reply) => {
    if (!request.url.startsWith('/_simulator/')) return served.sendUnreadable(reply);
    return reply.code(400).send({ error: error instanceof z.ZodError ? error.issues : String(error) });
  });
  app.setNotFoundHandler((_request, reply) => served.sendUnreadable(reply.code(404)));
  keepLog(app, world);
  served.routes(app, world);
  registerControl(app, world, served.script);
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });

  return {
    url: toUrl(app.server.address()),
    script: (script) => world.scripts.add(served.script.parse(script)),
    latency({ submitMs, inquiryMs }) {
      world.submitLatencyMs = submitMs;
      world.inquiryLatencyMs = inquiryMs;
    },
    book: (key) => world.readBook({ key, after: 0, limit: Number.POSITIVE_INFINITY, reference: null }),
    close: () => close(app, world),
  };
}

/** The body of a request, parsed by a schema; null if it is not JSON or does not match. */
export function readJson<T extends z.ZodType>(schema: T, body: unknown): z.output<T> | null {
  try {
    return schema.safeParse(JSON.parse(String(body))).data ?? null;
  } catch {
    return null;
  }
}

/** Whether an account's secret is right; without known accounts the first secret of an account is. */
export function secretKeeper(accounts: Readonly<Record<string, string>> | undefined) {
  const known = new Map(Object.entries(accounts ?? {}));
  return (account: string, secret: string): boolean => {
    if (account === '' || secret === '') return false;
    if (accounts === undefined && !known.has(account)) known.set(account, secret);
    return known.get(account) === secret;
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

function keepLog(app: FastifyInstance, world: World): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Only the route's pattern: addresses may hold passwords and numbers.
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

function toUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
