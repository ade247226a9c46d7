import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Money } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import type { useCommand } from '../approval-needed.tsx';
import { useStaffSend } from '../data.ts';
import { AccountBand } from '../money/band.tsx';
import { ReasonField } from '../parts.tsx';
import type { ChangeStaffPrices, StaffAccountDetail, StaffPrice } from '../types.ts';

/** Lists the collected changes, before and after, and sends all of them together. */
export function Review({
  account,
  prices,
  draft,
  run,
  onSent,
}: {
  readonly account: StaffAccountDetail;
  readonly prices: readonly StaffPrice[];
  readonly draft: ReadonlyMap<string, number | null>;
  readonly run: ReturnType<typeof useCommand>['run'];
  readonly onSent: () => void;
}) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [reason, setReason] = useState('');
  const { currency } = account.available;
  const count = draft.size;
  const rows = [...draft].map(([id, price]) => ({
    id,
    after: price,
    before: prices.find(({ bundle_id: one }) => one === id),
  }));
  const json: ChangeStaffPrices = {
    changes: rows.map(({ id, after }) => ({
      bundle_id: id,
      price: after === null ? null : { amount: after, currency },
    })),
    reason,
  };
  return (
    <div className="actions">
      <ConfirmButton
        kind="primary"
        label={t('prices.review', { count })}
        title={t('prices.reviewTitle', { count, account: account.name })}
        confirm={t('prices.confirm', { count, account: account.name })}
        isDisabled={count === 0}
        isConfirmDisabled={reason.trim() === ''}
        onConfirm={async () => {
          await run(async () => {
            await send(`/accounts/${account.id}/prices`, json);
            onSent();
            setReason('');
          });
        }}
      >
        <AccountBand name={account.name} livemode={account.livemode} />
        <p>{t('prices.reviewHint')}</p>
        <DataTable
          caption={t('prices.review', { count })}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { title: t('purchases.bundle'), cell: ({ id, before }) => before?.name ?? <code>{id}</code> },
            {
              title: t('audit.before'),
              isNumber: true,
              cell: ({ before }) =>
                before === undefined ? t('prices.notSold') : <Money {...before.price} />,
            },
            {
              title: t('audit.after'),
              isNumber: true,
              cell: ({ after }) =>
                after === null ? t('prices.notSold') : <Money amount={after} currency={currency} />,
            },
          ]}
        />
        <div className="form">
          <ReasonField value={reason} onChange={setReason} />
        </div>
      </ConfirmButton>
    </div>
  );
}
