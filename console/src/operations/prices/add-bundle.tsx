import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { readAmount } from '../../ui/amount.ts';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Field } from '../../ui/inputs.tsx';
import { MoneyField } from '../../ui/money-field.tsx';

/** Adds a bundle that the account may not buy yet to the collected changes. */
export function AddBundle({
  currency,
  onAdd,
}: {
  readonly currency: string;
  readonly onAdd: (bundleId: string, price: number) => void;
}) {
  const { t, locale } = useTexts();
  const [bundle, setBundle] = useState('');
  const [text, setText] = useState('');
  const typed = readAmount(text, currency, locale);
  const amount = typed.kind === 'amount' ? typed.amount : 0;
  return (
    <div className="actions">
      <ConfirmButton
        label={t('prices.add')}
        title={t('prices.addTitle')}
        confirm={t('prices.note')}
        isConfirmDisabled={amount === 0 || bundle.trim() === ''}
        onConfirm={async () => {
          onAdd(bundle.trim(), amount);
          setBundle('');
          setText('');
        }}
      >
        <div className="form">
          <Field
            label={t('prices.bundleId')}
            hint={t('prices.bundleIdHint')}
            value={bundle}
            onChange={setBundle}
            maxLength={64}
          />
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
