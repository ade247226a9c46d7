import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { ConfirmButton } from '../ui/dialog.tsx';
import { DataTable } from '../ui/table.tsx';
import { useStaffRight, useStaffSend } from './data.ts';
import { ReasonField } from './parts.tsx';
import type { StaffRequeryList } from './types.ts';

/** As many as the API takes in one request. */
export const REQUERIED_MAX = 20;

/** Asks the gateways for purchases after a confirmation, then shows what they reported. */
export function Requery({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTexts();
  const send = useStaffSend();
  const mayAsk = useStaffRight('purchases:requery');
  const [reason, setReason] = useState('');
  const [answers, setAnswers] = useState<StaffRequeryList | null>(null);
  const chosen = ids.slice(0, REQUERIED_MAX);
  if (!mayAsk || (chosen.length === 0 && answers === null)) return null;
  const count = chosen.length;
  const ask = async () => {
    setAnswers(await send<StaffRequeryList>('/purchases/requery', { purchase_ids: chosen, reason }));
    setReason('');
  };
  return (
    <>
      <div className="actions">
        <ConfirmButton
          label={t('operations.requery', { count })}
          title={t('operations.requeryTitle', { count })}
          confirm={t('operations.requery', { count })}
          isDisabled={count === 0}
          onConfirm={ask}
        >
          <p>{t('operations.requeryHint')}</p>
          <ReasonField value={reason} onChange={setReason} />
        </ConfirmButton>
      </div>
      {answers === null ? null : (
        <div role="status">
          <DataTable
            caption={t('operations.answers')}
            rows={answers.data}
            keyOf={({ purchase_id: id }) => id}
            columns={[
              { title: t('purchase.id'), cell: ({ purchase_id: id }) => <code>{id}</code> },
              {
                title: t('operations.answer'),
                cell: ({ asked, answer }) => (asked ? answer : t('operations.notAsked', { answer })),
              },
            ]}
          />
        </div>
      )}
    </>
  );
}
