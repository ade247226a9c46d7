import { BringUpError } from './failure.ts';

/** Rejects at the first Ctrl-C, even during the start; the stack of `what` then stops in order. */
export function interruption(what: string): Promise<never> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () =>
        reject(new BringUpError(`${what} was interrupted. Everything it started has been stopped.`)),
      );
    }
  });
  interrupted.catch(() => {});
  return interrupted;
}
