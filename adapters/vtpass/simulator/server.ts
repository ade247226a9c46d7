import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendAnswer } from '../../simulation/answers.ts';
import type { Answer } from '../../simulation/behaviour.ts';
import type { Account } from '../../simulation/book.ts';
import { findOrders, receiveSubmit, takeOrder, untilAnswerIsDue } from '../../simulation/orders.ts';
import { PlainScript } from '../../simulation/scripts.ts';
import {
  readJson,
  type Simulator,
  type SimulatorOptions,
  secretKeeper,
  serveSimulation,
} from '../../simulation/server.ts';
import type { World } from '../../simulation/world.ts';
import { errorJson, render, webhookJson } from './wire.ts';

export interface VtpassSimulatorOptions extends SimulatorOptions {
  /** Two orders for one number and service closer together than this are answered 019; by default 30 s. */
  readonly repeatWindowMs?: number;
  /** The clock by which request ids are judged; given by tests. */
  readonly now?: () => Date;
}

/** VTpass tries a webhook five times; how far apart is not published. */
const WEBHOOK_PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
const NIGERIA_AHEAD_MS = 3_600_000;

const Pay = z.looseObject({
  request_id: z.string(),
  serviceID: z.string().min(1),
  billersCode: z.string().min(1),
  variation_code: z.string().min(1),
  phone: z.string().min(1),
});

const Requery = z.looseObject({ request_id: z.string() });

/** Numbers by which VTpass's own sandbox chooses what happens. */
const SANDBOX: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['500000000000', 'unknown_code'],
  ['400000000000', 'empty'],
  ['300000000000', 'silent'],
]);
const SANDBOX_PENDING = '201000000000';

/** Starts a simulator of VTpass on a real socket. */
export function createSimulator(options: VtpassSimulatorOptions = {}): Promise<Simulator> {
  const isRight = secretKeeper(options.accounts);
  const now = options.now ?? (() => new Date());
  const repeatWindowMs = (options.repeatWindowMs ?? 30_000) * (options.timeScale ?? 1);

  const admit = (request: FastifyRequest, world: World): Account | null => {
    const { 'api-key': key, 'secret-key': secret } = request.headers;
    if (typeof key !== 'string' || typeof secret !== 'string' || !isRight(key, secret)) return null;
    return world.book.account(key);
  };

  const routes = (app: FastifyInstance, world: World) => {
    app.post('/api/pay', (request, reply) => {
      const account = admit(request, world);
      if (account === null) return send(reply, errorJson('023', 'API ACCESS NOT ENABLED'));
      return pay(world, account, request.body, reply, { now, repeatWindowMs });
    });
    app.post('/api/requery', async (request, reply) => {
      const account = admit(request, world);
      if (account === null) return send(reply, errorJson('023', 'API ACCESS NOT ENABLED'));
      const query = readJson(Requery, request.body);
      if (query === null) return send(reply, errorJson('011', 'INVALID ARGUMENTS'));

      const order = (await findOrders(world, account, query.request_id)).at(-1);
      if (order === undefined) return send(reply, errorJson('015', 'INVALID REQUEST ID'));
      return sendAnswer(reply, order.behaviour.inquiryAnswer, render(order));
    });
  };

  return serveSimulation(
    {
      script: PlainScript,
      traits: {
        reverses: true,
        tellsOfAll: false,
        numberInvalid: null,
        numberBarred: null,
        networkDown: '034',
        tooSoon: null,
        exception: null,
        rarer: { notSold: '012', supplierAccount: '011' },
      },
      callbacks: {
        contentType: 'application/json',
        pausesMs: WEBHOOK_PAUSES_MS,
        isTaken: (status, body) => status === 200 && isSuccess(body),
        body: webhookJson,
      },
      routes,
      sendUnreadable: (reply) => send(reply, errorJson('011', 'INVALID ARGUMENTS')),
    },
    options,
  );
}

async function pay(
  world: World,
  account: Account,
  body: unknown,
  reply: FastifyReply,
  { now, repeatWindowMs }: { now: () => Date; repeatWindowMs: number },
): Promise<FastifyReply> {
  const order = readJson(Pay, body);
  if (order === null) return send(reply, errorJson('011', 'INVALID ARGUMENTS'));

  const asked = {
    reference: order.request_id,
    number: order.billersCode,
    product: `${order.serviceID}/${order.variation_code}`,
  };
  const lastOrderAtMs = account.lastOrderAtMs.get(asked.number) ?? Number.NEGATIVE_INFINITY;
  const { entry, behaviour, refusal: wanted } = await receiveSubmit(world, account, asked);
  const refusal =
    wanted ??
    (isOfToday(order.request_id, now()) ? null : '015') ??
    (entry.orders.length > 0 ? '014' : null) ??
    (Date.now() - lastOrderAtMs < repeatWindowMs ? '019' : null);
  if (refusal !== null) return send(reply, errorJson(refusal, 'REFUSED'));

  const sandbox = SANDBOX.get(order.billersCode);
  if (!behaviour.accepts || sandbox !== undefined) {
    const text = errorJson('083', 'SYSTEM ERROR');
    const broken = {
      type: 'application/json',
      text,
      unknownStatus: text,
      unknownCode: errorJson('777', 'NEW'),
      fault: text,
    };
    return sendAnswer(reply, sandbox ?? behaviour.answer, broken);
  }

  const shown = order.billersCode === SANDBOX_PENDING ? { ...behaviour, end: null } : behaviour;
  const id = String(world.book.nextId());
  const taken = takeOrder(world, account, entry, asked, { id, behaviour: shown });
  await untilAnswerIsDue(world, taken);
  return sendAnswer(reply, behaviour.answer, render(taken));
}

/** The first twelve characters are this day's date and a minute of it, in Nigeria; the rest letters and digits. */
function isOfToday(requestId: string, now: Date): boolean {
  const [, day, hour, minute] = /^(\d{8})(\d\d)(\d\d)[A-Za-z0-9]*$/.exec(requestId) ?? [];
  const today = new Date(now.getTime() + NIGERIA_AHEAD_MS).toISOString().slice(0, 10).replaceAll('-', '');
  return day === today && Number(hour) < 24 && Number(minute) < 60;
}

function isSuccess(body: string): boolean {
  const answer = z.object({ response: z.literal('success') });
  return readJson(answer, body) !== null;
}

function send(reply: FastifyReply, json: string): FastifyReply {
  return reply.code(200).header('content-type', 'application/json').send(json);
}
