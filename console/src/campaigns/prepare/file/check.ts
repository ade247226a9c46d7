import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Batch } from '../../../../../clients/typescript/src/types.ts';
import { callApi, Failure } from '../../../app/api.ts';
import { sendFile } from '../../../app/send-file.ts';
import { useAccount } from '../../../app/session.tsx';

/** Purchases of the last days that a row may repeat. */
const DUPLICATE_HOURS = 72;

export type Checking =
  | { readonly kind: 'idle' }
  /** `part` of the file was sent, from 0 to 1. */
  | { readonly kind: 'sending'; readonly part: number }
  | { readonly kind: 'rejected'; readonly batch: Batch }
  | { readonly kind: 'known'; readonly known: Known }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The campaign that has the name already. */
export interface Known {
  /** It has this file with these choices, this file with other choices, or another file. */
  readonly as: 'same' | 'choices' | 'file';
  readonly batchId: string;
  readonly reference: string;
  /** What the person called the file that was checked. */
  readonly name: string;
  /** Of the API, where the choices differ. */
  readonly parameters: readonly string[];
}

export interface Wish {
  readonly name: string;
  readonly reference: string;
  /** What the campaign is called, if its reference cannot say it. */
  readonly note: string | null;
  readonly country: string;
  readonly sheet: string | null;
  readonly onDuplicate: 'skip' | 'buy';
  readonly onInvalid: 'skip' | 'reject';
  readonly onBalance: 'pause' | 'fail';
  readonly dataMb: string;
  readonly validityHours: string;
  readonly columns: Readonly<Record<string, string>>;
}

/** Uploads a file and has it checked. Nothing is bought. */
export function useCheck(onReady: (batch: Batch) => void) {
  const { id } = useAccount();
  const queries = useQueryClient();
  const [state, setState] = useState<Checking>({ kind: 'idle' });
  const stopper = useRef<AbortController | null>(null);
  const check = async (file: File, wish: Wish) => {
    if (state.kind === 'sending') return;
    stopper.current = new AbortController();
    setState({ kind: 'sending', part: 0 });
    try {
      const { body: batch, isReplay } = await sendFile<Batch>(id, '/v1/batches', {
        query: queryOfWish(wish),
        columns: wish.columns,
        file,
        onProgress: (part) => setState({ kind: 'sending', part }),
        signal: stopper.current.signal,
      });
      if (isReplay) {
        const { name, reference } = wish;
        const known: Known = { as: 'same', batchId: batch.id, name, reference, parameters: [] };
        return setState({ kind: 'known', known });
      }
      if (wish.note !== null && batch.note == null) await keepName(id, batch, wish.note);
      void queries.invalidateQueries({ queryKey: [id] });
      if (batch.status === 'rejected') setState({ kind: 'rejected', batch });
      else onReady(batch);
    } catch (error) {
      setState(stateOf(error, wish));
    }
  };
  return {
    state,
    check,
    stop: () => stopper.current?.abort(),
    reset: () => setState({ kind: 'idle' }),
  };
}

/** The campaign is there already, so a failure only loses the name; the person can write it on its page. */
async function keepName(account: string, { id }: Batch, note: string): Promise<void> {
  await callApi(account, 'PATCH', `/v1/batches/${id}`, { json: { note } }).catch(() => undefined);
}

function stateOf(error: unknown, { name, reference }: Wish): Checking {
  if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'idle' };
  const { batch_id: batchId, parameters } = error instanceof Failure ? error.details : {};
  if (typeof batchId !== 'string') return { kind: 'failed', error };
  const known = Array.isArray(parameters)
    ? ({ as: 'choices', batchId, name, reference, parameters: parameters.map(String) } as const)
    : ({ as: 'file', batchId, name, reference, parameters: [] } as const);
  return { kind: 'known', known };
}

function queryOfWish(wish: Wish) {
  return {
    reference: wish.reference,
    start: 'manual',
    on_unknown_columns: 'keep',
    repair: 'propose',
    default_country: wish.country,
    duplicate_window_hours: DUPLICATE_HOURS,
    on_duplicate: wish.onDuplicate,
    on_invalid: wish.onInvalid,
    on_insufficient_balance: wish.onBalance,
    sheet: wish.sheet,
    data_mb: wish.dataMb,
    validity_hours: wish.validityHours,
  };
}
