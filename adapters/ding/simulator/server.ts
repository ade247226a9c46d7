import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendAnswer } from '../../simulation/answers.ts';
import type { Account, Order } from '../../simulation/book.ts';
import { findOrders, receiveSubmit, takeOrder, untilAnswerIsDue } from '../../simulation/orders.ts';
import { PlainScript } from '../../simulation/scripts.ts';
import { readJson, type Simulator, type SimulatorOptions, serveSimulation } from '../../simulation/server.ts';
import type { World } from '../../simulation/world.ts';
import { errorJson, renderNothing, renderPage, renderTransfer, statusOf } from './wire.ts';

const Transfer = z.looseObject({
  SkuCode: z.string().min(1),
  SendValue: z.number().positive(),
  SendCurrencyIso: z.string().default('USD'),
  AccountNumber: z.string().min(1),
  DistributorRef: z.string().min(1),
  ValidateOnly: z.boolean().default(false),
});

const List = z.looseObject({
  Skip: z.int().min(0),
  Take: z.int().min(1).max(100),
  DistributorRefs: z.array(z.string()).optional(),
  StartedAtUtc: z.iso.datetime().optional(),
  EndedAtUtc: z.iso.datetime().optional(),
});
type List = z.output<typeof List>;

/**
 * Starts a simulator of Ding on a real socket. An account is known by its key alone, so `accounts` has the key of each name. As
 * was seen at Ding, a repeated DistributorRef is taken again.
 */
export function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const nameOf = keyReader(options.accounts);
  const admit = ({ headers }: FastifyRequest, world: World): Account | null => {
    const name = typeof headers.api_key === 'string' ? nameOf(headers.api_key) : null;
    return name === null ? null : world.book.account(name);
  };

  const routes = (app: FastifyInstance, world: World) => {
    app.post('/api/V1/SendTransfer', (request, reply) => {
      const account = admit(request, world);
      return account === null
        ? refuse(reply, 'AuthenticationFailed')
        : sendTransfer(world, account, request.body, reply);
    });
    app.post('/api/V1/ListTransferRecords', async (request, reply) => {
      const account = admit(request, world);
      if (account === null) return refuse(reply, 'AuthenticationFailed');
      const asked = readJson(List, request.body);
      if (asked === null) return refuse(reply, 'ParameterOutOfRange');
      const [reference] = asked.DistributorRefs ?? [];
      const found = (await findOrders(world, account, reference ?? null)).filter(isWithin(asked));
      const page = found.slice(asked.Skip, asked.Skip + asked.Take);
      const answer = reference === undefined ? 'normal' : (page[0]?.behaviour.inquiryAnswer ?? 'normal');
      return sendAnswer(reply, answer, renderPage(page, found.length > asked.Skip + asked.Take));
    });
    app.get('/api/V1/GetBalance', (request, reply) => {
      if (admit(request, world) === null) return refuse(reply, 'AuthenticationFailed');
      return reply
        .header('content-type', 'application/json')
        .send('{"Balance":90071992547409.93,"CurrencyIso":"USD","ResultCode":1,"ErrorCodes":[]}');
    });
  };

  return serveSimulation(
    {
      script: PlainScript,
      traits: {
        reverses: false,
        tellsOfAll: false,
        numberInvalid: 'AccountNumberInvalid',
        numberBarred: 'RechargeNotAllowed',
        networkDown: null,
        tooSoon: null,
        exception: null,
        rarer: { notSold: 'ParameterInvalid', supplierAccount: 'RequestInvalid' },
      },
      callbacks: null,
      routes,
      sendUnreadable: (reply) => refuse(reply, 'RequestInvalid'),
    },
    options,
  );
}

async function sendTransfer(
  world: World,
  account: Account,
  body: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transfer = readJson(Transfer, body);
  if (transfer === null || transfer.ValidateOnly) return refuse(reply, 'RequestInvalid');
  const asked = {
    reference: transfer.DistributorRef,
    number: transfer.AccountNumber,
    product: `${transfer.SkuCode}:${transfer.SendValue}:${transfer.SendCurrencyIso}`,
  };
  const { entry, behaviour, refusal } = await receiveSubmit(world, account, asked);
  if (refusal !== null) return refuse(reply, refusal);
  if (!behaviour.accepts) return sendAnswer(reply, behaviour.answer, renderNothing());

  const taken = takeOrder(world, account, entry, asked, { id: String(world.book.nextId()), behaviour });
  await untilAnswerIsDue(world, taken);
  return sendAnswer(reply, behaviour.answer, renderTransfer(taken));
}

function isWithin({ StartedAtUtc, EndedAtUtc }: List): (order: Order) => boolean {
  const from = StartedAtUtc === undefined ? Number.NEGATIVE_INFINITY : Date.parse(StartedAtUtc);
  const to = EndedAtUtc === undefined ? Number.POSITIVE_INFINITY : Date.parse(EndedAtUtc);
  return ({ takenAtMs }) => takenAtMs >= from && takenAtMs <= to;
}

/** The name of the account that has a key; without known accounts, the key is its name. */
function keyReader(accounts: Readonly<Record<string, string>> | undefined): (key: string) => string | null {
  if (accounts === undefined) return (key) => (key === '' ? null : key);
  const names = new Map(Object.entries(accounts).map(([name, key]) => [key, name]));
  return (key) => names.get(key) ?? null;
}

function refuse(reply: FastifyReply, code: string): FastifyReply {
  return reply.code(statusOf(code)).header('content-type', 'application/json').send(errorJson(code));
}
