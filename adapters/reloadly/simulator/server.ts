import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../simulation/book.ts';
import { PlainScript } from '../../simulation/scripts.ts';
import {
  readJson,
  type Simulator,
  type SimulatorOptions,
  secretKeeper,
  serveSimulation,
} from '../../simulation/server.ts';
import type { World } from '../../simulation/world.ts';
import { handleGet, handleReport, type Query } from './report.ts';
import { handleSubmit, sendError } from './submit.ts';
import { createTokens, TOKEN_SECONDS, type Tokens } from './tokens.ts';
import { signWebhook, webhookJson } from './wire.ts';

export interface ReloadlySimulatorOptions extends SimulatorOptions {
  /** How long a token is good for, in seconds. */
  readonly tokenSeconds?: number;
  /** Two orders for one number closer together than this are refused; by default never, for tests reuse numbers. */
  readonly repeatWindowMs?: number;
}

/** Reloadly's retries are not published. */
const WEBHOOK_PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

const Credentials = z.looseObject({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.literal('client_credentials'),
  audience: z.url(),
});

interface ById {
  Params: { id: string };
}

/** Starts a simulator of Reloadly on a real socket: its authorisation server and its top-ups under one address. */
export function createSimulator(
  options: ReloadlySimulatorOptions = {},
): Promise<Simulator & { readonly tokens: Tokens }> {
  const tokens = createTokens(secretKeeper(options.accounts), options.tokenSeconds ?? TOKEN_SECONDS);
  const simulation = serveSimulation(
    {
      script: PlainScript,
      traits: {
        reverses: true,
        tellsOfAll: false,
        numberInvalid: 'INVALID_RECIPIENT_PHONE',
        numberBarred: 'PHONE_BANNED_BY_OPERATOR',
        networkDown: null,
        tooSoon: null,
        exception: null,
        rarer: {
          inactive: 'RECIPIENT_PHONE_INACTIVE',
          recipientLimit: 'RECIPIENT_REACHED_MAX_TOPUP_NUMBER',
          notSold: 'OPERATOR_NOT_FOUND',
          supplierAccount: 'INVALID_SENDER_PHONE',
        },
      },
      callbacks: {
        contentType: 'application/json',
        pausesMs: WEBHOOK_PAUSES_MS,
        isTaken: (status) => status === 200,
        body: webhookJson,
        headers: (body, order, account) =>
          signWebhook(body, options.signingSecrets?.[account.key] ?? '', order.behaviour.signature),
      },
      routes: (app, world) => registerRoutes(app, world, tokens, options),
      sendUnreadable: (reply) =>
        sendError(reply, 'INVALID_INPUT_PROVIDED', reply.statusCode === 404 ? 404 : 400),
    },
    options,
  );
  return simulation.then((running) => ({ ...running, tokens }));
}

function registerRoutes(
  app: FastifyInstance,
  world: World,
  tokens: Tokens,
  { repeatWindowMs = 0, timeScale = 1 }: ReloadlySimulatorOptions,
): void {
  app.post('/oauth/token', (request, reply) => giveToken(tokens, request.body, reply));

  for (const sync of [true, false]) {
    app.post(sync ? '/topups' : '/topups-async', (request, reply) => {
      const account = admit(world, tokens, request, reply);
      if (account === null) return reply;
      const expireToken = () => tokens.expire(readToken(request));
      const ways = { sync, repeatWindowMs: repeatWindowMs * timeScale, expireToken };
      return handleSubmit(world, account, request.body, reply, ways);
    });
  }
  for (const path of ['/topups/:id/status', '/topups/reports/transactions/:id']) {
    app.get<ById>(path, (request, reply) => {
      const account = admit(world, tokens, request, reply);
      return account === null ? reply : handleGet(world, account, request.params.id, reply);
    });
  }
  app.get<{ Querystring: Query }>('/topups/reports/transactions', (request, reply) => {
    const account = admit(world, tokens, request, reply);
    return account === null ? reply : handleReport(world, account, request.query, reply);
  });
  app.get('/accounts/balance', (request, reply) => {
    if (admit(world, tokens, request, reply) === null) return reply;
    return reply
      .header('content-type', 'application/json')
      .send('{"balance":90071992547409.93,"currencyCode":"NGN","currencyName":"Nigerian Naira"}');
  });
}

function giveToken(tokens: Tokens, body: unknown, reply: FastifyReply): FastifyReply {
  const asked = readJson(Credentials, body);
  const token = asked === null ? null : tokens.give(asked.client_id, asked.client_secret);
  if (token === null) return sendError(reply, 'INVALID_CREDENTIALS');
  const given = { access_token: token, scope: 'send-topups read-operators', expires_in: TOKEN_SECONDS };
  return reply.header('content-type', 'application/json').send({ ...given, token_type: 'Bearer' });
}

function admit(world: World, tokens: Tokens, request: FastifyRequest, reply: FastifyReply): Account | null {
  const owner = tokens.ownerOf(readToken(request));
  if (owner === null) sendError(reply, 'INVALID_TOKEN');
  else if (owner === 'expired') sendError(reply, 'TOKEN_EXPIRED');
  else return world.book.account(owner);
  return null;
}

function readToken({ headers }: FastifyRequest): string {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}
