import { useState } from 'react';
import type { Batch, BatchRow } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { useTask } from '../../ui/task.ts';

export interface RowChange {
  readonly phone_number?: string;
  readonly bundle_id?: string;
  readonly dropped?: boolean;
}

/** @returns whether the change was made */
export type SendChange = (row: BatchRow, change: RowChange) => Promise<boolean>;

/** Changes rows of a campaign that is ready. Each is checked again immediately, and `message` says what came of it. */
export function useRowEdit({ id, revision }: Batch) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const task = useTask();
  const [message, setMessage] = useState('');
  const outcomeOf = ({ line, state, price, errors }: BatchRow) => {
    if (state === 'waiting' && price !== null) return t('rows.canBeBought', { line, price: money(price) });
    return t('rows.notBought', { line, why: errors[0]?.message ?? '' });
  };
  const change: SendChange = ({ line }, json) =>
    task.run(async () => {
      setMessage('');
      const path = `/v1/batches/${id}/rows/${line}`;
      const row = await send<BatchRow>('PATCH', path, { json: { ...json, revision } });
      setMessage(outcomeOf(row));
    });
  return { send: change, message, error: task.error };
}

/** The number that is bought for, as far as it is known. */
export function numberOf({ changes, corrected_number: corrected, phone_number: number }: BatchRow): string {
  return changes?.phone_number ?? corrected ?? number;
}
