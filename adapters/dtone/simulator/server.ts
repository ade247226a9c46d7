import {
  type Simulator as AnySimulator,
  type SimulatorOptions as AnySimulatorOptions,
  secretKeeper,
  serveSimulation,
} from '../../simulation/server.ts';
import { createGatekeeper } from './accounts.ts';
import { sendError } from './answers.ts';
import { createPromptMs } from './prompt.ts';
import { registerRoutes } from './routes.ts';
import { Script, type ScriptInput } from './scripts.ts';
import { isTold, orderJson, statusOf } from './wire.ts';

/** Each order has its callback URL at DT One, and nothing is signed. */
export interface SimulatorOptions extends Omit<AnySimulatorOptions, 'callbackUrls' | 'signingSecrets'> {
  /** Of the random part of a prompt delivery. */
  readonly seed?: number;
  /** Above it, a key gets 429. The default is more than any test sends. */
  readonly requestsPerSecond?: number;
}

/** DT One's API is under `/v1`. */
export type Simulator = AnySimulator<ScriptInput>;

/** How long between the tries of a callback; DT One publishes neither that nor how many there are. */
const CALLBACK_PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

/** Starts a simulator of DT One on a real socket. */
export function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const isRight = secretKeeper(options.accounts);
  const { requestsPerSecond = 1_000_000 } = options;

  return serveSimulation(
    {
      script: Script,
      contentType: 'application/json',
      traits: {
        reverses: true,
        tellsOfAll: true,
        numberInvalid: 'DECLINED-INVALID-CREDIT-PARTY',
        numberBarred: 'DECLINED-BARRED-CREDIT-PARTY',
        networkDown: 'DECLINED-OPERATOR-CURRENTLY-UNAVAILABLE',
        tooSoon: 'DECLINED-DUPLICATED-TRANSACTION',
        exception: 'DECLINED-EXCEPTION',
        rarer: {
          notEligible: 'DECLINED-INELIGIBLE-CREDIT-PARTY',
          recipientLimit: 'DECLINED-LIMITATIONS-ON-CREDIT-PARTY-AMOUNT',
          notSold: 'product_unavailable',
          networkLimit: 'DECLINED-LIMITATIONS-ON-OPERATOR-AMOUNT',
          supplierAccount: 'REJECTED-INSUFFICIENT-BALANCE',
          cancelled: 'CANCELLED',
        },
      },
      promptMs: createPromptMs(options.seed ?? 1),
      statusOf,
      callbacks: {
        contentType: 'application/json',
        pausesMs: CALLBACK_PAUSES_MS,
        isTaken: (status) => status >= 200 && status < 300,
        body(order, claim) {
          const status = claim === 'delivered' ? 'COMPLETED' : statusOf(order);
          return isTold(status) ? orderJson(order, status) : null;
        },
      },
      routes: (app, world) =>
        registerRoutes(app, world, createGatekeeper({ book: world.book, isRight, requestsPerSecond })),
      sendUnreadable: (reply) =>
        reply.statusCode === 404
          ? sendError(reply, 404, 1000404, 'Resource not found')
          : sendError(reply, 400, 1000400, 'Bad request'),
    },
    { ...options, callbackUrls: {} },
  );
}
