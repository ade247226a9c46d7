import { useRef, useState } from 'react';
import type { Batch, BatchRow } from '../../../../../clients/typescript/src/types.ts';
import { useSend } from '../../../app/data.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useApiTexts } from '../../api-texts.ts';

export interface RowChange {
  readonly phone_number?: string;
  readonly bundle_id?: string;
  readonly dropped?: boolean;
}

/** @returns whether the change was made */
export type SendChange = (row: BatchRow, change: RowChange) => Promise<boolean>;

/**
 * Changes rows of a campaign that is ready, one after the other. Each is checked again immediately, and `message` says what came
 * of it. The revision is sent with the start, so two people can correct different rows.
 */
export function useRowEdit({ id }: Batch) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { rowError } = useApiTexts();
  const send = useSend();
  const [message, setMessage] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [checking, setChecking] = useState<readonly number[]>([]);
  const last = useRef(Promise.resolve(true));
  const outcomeOf = ({ line, state, price, errors }: BatchRow) => {
    if (state === 'waiting' && price !== null) return t('rows.canBeBought', { line, price: money(price) });
    const [first] = errors;
    return t('rows.notBought', { line, why: first === undefined ? '' : rowError(first).text });
  };
  const change: SendChange = ({ line }, json) => {
    const make = async () => {
      try {
        const row = await send<BatchRow>('PATCH', `/v1/batches/${id}/rows/${line}`, { json });
        setError(null);
        setMessage(outcomeOf(row));
        return true;
      } catch (problem) {
        setError(problem);
        return false;
      }
    };
    setChecking((lines) => [...lines, line]);
    last.current = last.current.then(make).finally(() => setChecking(([, ...lines]) => lines));
    return last.current;
  };
  const [first] = checking;
  return {
    send: change,
    message: first === undefined ? message : t('rows.beingChecked', { line: first }),
    /** Lines of rows that are being checked again. */
    checking: new Set(checking),
    error,
  };
}

/** The number that is bought for, as far as it is known. */
export function numberOf({ changes, corrected_number: corrected, phone_number: number }: BatchRow): string {
  return changes?.phone_number ?? corrected ?? number;
}
