import { join } from 'node:path';
import type { DemoAccounts } from '../demo/accounts.ts';
import { appendPrivateLine, readPrivateJson, writePrivateJson } from './private-file.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { freePort, readChosenPort, requireFree } from './servers/ports.ts';
import { stackPaths } from './state.ts';

/** Easy to remember. If another program listens there, a free port is used, so that it gets no events. */
const WISHED_PORT = 8989;
const urlOf = (port: number) => `http://127.0.0.1:${port}/webhooks`;

/** Where the webhooks of the demo accounts go until `npx bundlewire webhook set` says otherwise. */
export interface DemoReceiver extends Pick<Receiver, 'url' | 'close'> {
  /** The address of the last start. */
  readonly formerUrl: string;
  readonly logFile: string;
}

interface Kept {
  readonly port: number;
}

/**
 * Starts the receiver of `npm start`, which verifies webhooks and logs them. It starts before the stack, so that no other
 * program takes its port.
 * @throws BringUpError if BUNDLEWIRE_WEBHOOK_PORT cannot be used.
 */
export async function openDemoReceiver(stateDir: string): Promise<DemoReceiver> {
  const { receiver: file, accounts, logs } = stackPaths(stateDir);
  const { port: former } = readPrivateJson<Kept>(file) ?? { port: WISHED_PORT };
  const chosen = readChosenPort('BUNDLEWIRE_WEBHOOK_PORT', process.env.BUNDLEWIRE_WEBHOOK_PORT);
  const port = await (chosen === null ? freePort(former) : requireFree(chosen));
  const logFile = join(logs, 'webhooks.log');
  const receiver = await startReceiver({
    port,
    // Read for each webhook: at the first start, the accounts are opened later.
    secret: () => readPrivateJson<DemoAccounts>(accounts)?.webhookSigningSecret ?? '',
    onEvent: (event) => appendPrivateLine(logFile, JSON.stringify(event)),
  });
  return { url: receiver.url, close: receiver.close, formerUrl: urlOf(former), logFile };
}

/** Remembers the port for the next start, once the webhooks go there. */
export function keepReceiverPort(stateDir: string, { url }: DemoReceiver): void {
  writePrivateJson(stackPaths(stateDir).receiver, { port: Number(new URL(url).port) } satisfies Kept);
}
