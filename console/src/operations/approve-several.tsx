import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { useStaffSend } from './data.ts';
import { ReasonField } from './parts.tsx';
import { totals } from './resolve-several.tsx';
import type { StaffApproval } from './types.ts';

/**
 * Approves all requests of one command, one after the other, after a confirmation that lists them with their sum.
 * @param approvals those that the person may decide
 */
export function ApproveSeveral({ approvals }: { readonly approvals: readonly StaffApproval[] }) {
  const groups = Map.groupBy(approvals, ({ command }) => command);
  return [...groups].map(([command, group]) =>
    group.length > 1 ? <Group key={command} command={command} approvals={group} /> : null,
  );
}

function Group({
  command,
  approvals,
}: {
  readonly command: string;
  readonly approvals: readonly StaffApproval[];
}) {
  const { t } = useTexts();
  const { money, list } = useFormat();
  const send = useStaffSend();
  const [reason, setReason] = useState('');
  const count = approvals.length;
  const price = list(totals(approvals.flatMap(({ amount }) => (amount === null ? [] : [amount]))).map(money));
  const what = price === '' ? command : `${command}: ${price}`;
  const approve = async () => {
    // One by one: what was approved before an error stays approved, and is no longer shown.
    for (const { id } of approvals) await send(`/approvals/${id}/approve`, { reason });
    setReason('');
  };
  return (
    <div className="actions">
      <ConfirmButton
        label={t('operations.approveSeveral', { count, what })}
        title={t('operations.approveSeveralTitle', { count, what })}
        confirm={t('operations.approveSeveral', { count, what })}
        onConfirm={approve}
      >
        <ul>
          {approvals.map(({ id, amount, terms, reason: asked }) => (
            <li key={id}>
              {amount === null ? id : money(amount)}: {toWords(terms)}
              {asked === null ? null : ` (${asked})`}
            </li>
          ))}
        </ul>
        <ReasonField value={reason} onChange={setReason} />
      </ConfirmButton>
    </div>
  );
}

/** The terms that were given, as they are on record. */
function toWords(terms: StaffApproval['terms']): string {
  return Object.values(terms)
    .filter((value) => value !== null)
    .map((value) => (Array.isArray(value) ? value.join(', ') : String(value)))
    .join(', ');
}
