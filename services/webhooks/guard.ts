import { connectWithinMs } from '../../domain/webhook/retry-schedule.ts';
import {
  allowedAddresses,
  judgeReceiverUrl,
  type Lookup,
  type ReceiverRules,
  readHost,
} from './receiver-address.ts';
import { AddressRefused, errorClass } from './send-error.ts';

/** Which addresses may be connected to, and how names are looked up. */
export interface Guard {
  readonly rules: ReceiverRules;
  readonly lookup: Lookup;
}

/** The only addresses that may be connected to. @throws AddressRefused if there are none. */
export async function findAddresses(
  { rules, lookup }: Guard,
  text: string,
  deadline: AbortSignal,
): Promise<{ readonly url: URL; readonly addresses: readonly string[] }> {
  const verdict = judgeReceiverUrl(text, rules);
  if (verdict.kind === 'refused') throw new AddressRefused();

  const looking = allowedAddresses(readHost(verdict.url), rules, lookup);
  const addresses = await before(deadline, looking);
  if (addresses.length === 0) throw new AddressRefused();
  return { url: verdict.url, addresses };
}

/**
 * Tries the addresses in turn until one can be connected to; nothing was sent to those before. A dead one leaves the others their
 * part of the deadline.
 */
export async function firstToConnect<T>(
  addresses: readonly string[],
  request: (address: string, connectMs: number) => Promise<T>,
): Promise<T> {
  let unreachable: unknown;
  for (const [index, address] of addresses.entries()) {
    try {
      return await request(address, connectWithinMs(addresses.length, addresses.length - index));
    } catch (error) {
      if (errorClass(error) !== 'connect') throw error;
      unreachable = error;
    }
  }
  throw unreachable;
}

/** The result of a promise, unless the signal comes first. */
export function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
