import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { readAmount } from '../../ui/amount.ts';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/inputs.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Problem } from '../../ui/parts.tsx';
import { useStaffApi } from '../data.ts';
import type { StaffBundleList } from '../types.ts';

/** Adds a bundle that the account may not buy yet to the collected changes. */
export function AddBundle({
  currency,
  known,
  onAdd,
}: {
  readonly currency: string;
  /** Bundles that are in the price list, or were added to the changes. They are not offered. */
  readonly known: ReadonlySet<string>;
  readonly onAdd: (bundleId: string, price: number) => void;
}) {
  const { t, locale } = useTexts();
  const [bundle, setBundle] = useState('');
  const [text, setText] = useState('');
  const { data, error } = useStaffApi<StaffBundleList>('/bundles');
  const offered = data?.data.filter(({ id, withdrawn }) => !withdrawn && !known.has(id)) ?? [];
  const options = [
    ['', t('prices.bundleChoose')] as const,
    ...offered.map(({ id, name, network_name: network }) => [id, `${network} – ${name} (${id})`] as const),
  ];
  const typed = readAmount(text, currency, locale);
  const amount = typed.kind === 'amount' ? typed.amount : 0;
  return (
    <div className="actions">
      <ConfirmButton
        label={t('prices.add')}
        title={t('prices.addTitle')}
        confirm={t('prices.note')}
        isConfirmDisabled={amount === 0 || bundle === ''}
        onConfirm={async () => {
          onAdd(bundle, amount);
          setBundle('');
          setText('');
        }}
      >
        <Problem error={error} />
        <div className="form">
          <Choice label={t('purchases.bundle')} value={bundle} options={options} onChange={setBundle} />
          <p className="hint">{t('prices.bundleHint')}</p>
          <MoneyField
            label={t('purchases.price')}
            hint={t('prices.noteHint')}
            currency={currency}
            value={text}
            onChange={setText}
            isRequired
          />
        </div>
      </ConfirmButton>
    </div>
  );
}
