import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendAnswer } from '../../simulation/answers.ts';
import type { Account } from '../../simulation/book.ts';
import { findOrders, receiveSubmit, takeOrder, untilAnswerIsDue } from '../../simulation/orders.ts';
import { PlainScript } from '../../simulation/scripts.ts';
import {
  type Simulator,
  type SimulatorOptions,
  secretKeeper,
  serveSimulation,
} from '../../simulation/server.ts';
import type { World } from '../../simulation/world.ts';
import { balanceXml, type Command, readCommand, refusalXml, render } from './wire.ts';

/**
 * Message codes of the simulated carrier. 3006201 was seen at a real one; the others are invented, as every carrier
 * sets its own.
 */
export const CARRIER_CODES = {
  notFound: '3000001',
  accountRefused: '3000002',
  notEnoughMoney: '3006201',
  tooFast: '3000004',
  malformed: '3000005',
  numberInvalid: '3000006',
  numberBarred: '3000007',
  networkDown: '3000008',
  tooSoon: '3000009',
} as const;

/** An order's commands, each with its answer and where it names number and product. */
const ORDERS: ReadonlyMap<string, { type: string; number: string; service: string; amount: string }> =
  new Map([
    ['EXRCTRFREQ', { type: 'EXRCTRFRESP', number: 'MSISDN2', service: 'SELECTOR', amount: 'AMOUNT' }],
    ['VASSELLREQ', { type: 'VASSELLRESP', number: 'SUBSMSISDN', service: 'SUBSERVICE', amount: 'AMT' }],
  ]);
const LOCAL_TIME = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/;
const BALANCE = '1000000.00';

interface Query {
  Querystring: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a simulator of PreTUPS's EXTGW interface on a real socket. An account is a channel user's MSISDN, its secret
 * the PIN. It does not deduplicate: a second transfer under one EXTREFNUM pays again.
 */
export function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const isRight = secretKeeper(options.accounts);

  const routes = (app: FastifyInstance, world: World) => {
    app.post<Query>('/pretups/C2SReceiver', (request, reply) => {
      const command = readCommand(request.body);
      const kind = command?.get('TYPE') ?? '';
      const answerType = ORDERS.get(kind)?.type ?? kind.replace(/REQ$/, 'RESP');
      if (command === null || !LOCAL_TIME.test(command.get('DATE') ?? '')) {
        return send(reply, refusalXml(answerType || 'EXRESP', CARRIER_CODES.malformed, 'Malformed request'));
      }
      const user = command.get('MSISDN') ?? '';
      const hasLogin = Boolean(
        request.query.LOGIN && request.query.PASSWORD && request.query.REQUEST_GATEWAY_CODE,
      );
      if (!hasLogin || !isRight(user, command.get('PIN') ?? '')) {
        return send(
          reply,
          refusalXml(answerType, CARRIER_CODES.accountRefused, 'Wrong login, password or PIN'),
        );
      }
      return answer(world, world.book.account(user), command, kind, reply);
    });
  };

  return serveSimulation(
    {
      script: PlainScript,
      traits: {
        reverses: false,
        tellsOfAll: false,
        numberInvalid: CARRIER_CODES.numberInvalid,
        numberBarred: CARRIER_CODES.numberBarred,
        networkDown: CARRIER_CODES.networkDown,
        tooSoon: CARRIER_CODES.tooSoon,
        exception: null,
        rarer: {},
      },
      callbacks: null,
      routes,
      sendUnreadable: (reply) =>
        send(reply, refusalXml('EXRESP', CARRIER_CODES.malformed, 'Malformed request')),
    },
    options,
  );
}

function answer(
  world: World,
  account: Account,
  command: Command,
  kind: string,
  reply: FastifyReply,
): Promise<FastifyReply> | FastifyReply {
  switch (kind) {
    case 'EXRCSTATREQ':
      return showStatus(world, account, command, reply);
    case 'EXUSRBALREQ':
      return send(reply, balanceXml(world.refusals.has(account.key) ? '0.00' : BALANCE));
    case 'EXRCTRFREQ':
    case 'VASSELLREQ':
      return transfer(world, account, command, kind, reply);
    default:
      return send(reply, refusalXml('EXRESP', CARRIER_CODES.malformed, 'Unknown command'));
  }
}

async function transfer(
  world: World,
  account: Account,
  command: Command,
  kind: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const names = ORDERS.get(kind);
  const reference = command.get('EXTREFNUM') ?? '';
  const number = command.get(names?.number ?? '') ?? '';
  if (names === undefined || reference === '' || !/^\d{5,15}$/.test(number)) {
    return send(reply, refusalXml(names?.type ?? 'EXRESP', CARRIER_CODES.malformed, 'Malformed request'));
  }

  const product = `${command.get(names.service) ?? ''}:${command.get(names.amount) ?? ''}`;
  const asked = { reference, number, product };
  const { entry, behaviour, refusal } = await receiveSubmit(world, account, asked);
  if (refusal !== null) return send(reply, refusalXml(names.type, refusal, 'Refused'));
  if (!behaviour.accepts) {
    const text = refusalXml(names.type, '500', 'Internal error');
    const broken = { type: 'text/xml', text, unknownStatus: text, unknownCode: text, fault: text };
    return sendAnswer(reply, behaviour.answer, broken);
  }

  const id = `R261120.1848.${world.book.nextId()}`;
  const order = takeOrder(world, account, entry, asked, { id, behaviour });
  await untilAnswerIsDue(world, order);
  return sendAnswer(reply, behaviour.answer, render(names.type, order, false));
}

async function showStatus(
  world: World,
  account: Account,
  command: Command,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const order = (await findOrders(world, account, command.get('EXTREFNUM') ?? '')).at(-1);
  if (order === undefined) {
    return send(reply, refusalXml('EXRCSTATRESP', CARRIER_CODES.notFound, 'No such transfer'));
  }
  return sendAnswer(reply, order.behaviour.inquiryAnswer, render('EXRCSTATRESP', order, true));
}

function send(reply: FastifyReply, xml: string): FastifyReply {
  return reply.code(200).header('content-type', 'text/xml').send(xml);
}
