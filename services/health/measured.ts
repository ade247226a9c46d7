import type { CallContext, GatewayAdapter } from '../../adapters/adapter.ts';
import type { Adapters } from '../../adapters/registry.ts';
import { changedAdapters, type GatewayKey } from './around-calls.ts';
import {
  type CallVerdict,
  verdictOfCallback,
  verdictOfInquiry,
  verdictOfSubmit,
  verdictOfWallet,
} from './classify.ts';
import type { CallRecorder, MeasuredCall } from './recorder.ts';

/** The same adapters, each of whose calls is measured: its outcome and how long it took. */
export function measureAdapters(
  adapterFor: Adapters['adapterFor'],
  recorder: CallRecorder,
): Adapters['adapterFor'] {
  return changedAdapters(adapterFor, (adapter, network) => measureAdapter(adapter, network, recorder));
}

function measureAdapter(
  adapter: GatewayAdapter,
  network: GatewayKey,
  recorder: CallRecorder,
): GatewayAdapter {
  const timed = async <T>(
    call: MeasuredCall['call'],
    verdictOf: (outcome: T) => CallVerdict,
    { signal }: CallContext,
    calling: Promise<T>,
  ): Promise<T> => {
    const began = performance.now();
    const outcome = await calling;
    const verdict = verdictOf(outcome);
    // A call that we ended says nothing about the gateway.
    if (signal.aborted && verdict.kind === 'trouble') return outcome;
    recorder.record({ ...network, call, verdict, durationMs: performance.now() - began });
    return outcome;
  };
  const { callbacks, cancellation, inquiry, wallet } = adapter;

  return {
    ...adapter,
    submit: (request, call) => timed('submit', verdictOfSubmit, call, adapter.submit(request, call)),
    inquiry:
      inquiry === null
        ? null
        : {
            inquire: (request, call) =>
              timed('inquire', verdictOfInquiry, call, inquiry.inquire(request, call)),
          },
    cancellation:
      cancellation === null
        ? null
        : {
            cancel: (request, call) =>
              timed('cancel', verdictOfInquiry, call, cancellation.cancel(request, call)),
          },
    wallet:
      wallet === null ? null : { read: (call) => timed('wallet', verdictOfWallet, call, wallet.read(call)) },
    callbacks:
      callbacks === null
        ? null
        : {
            ...callbacks,
            read(raw) {
              const reading = callbacks.read(raw);
              recorder.record({
                ...network,
                call: 'callback',
                verdict: verdictOfCallback(reading),
                durationMs: 0,
              });
              return reading;
            },
          },
  };
}
