import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { readAmount } from '../../ui/amount.ts';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Button } from '../../ui/inputs.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Money } from '../../ui/parts.tsx';
import type { StaffPrice } from '../types.ts';

/** The new price of one bundle, as it was chosen, with buttons that choose it. Nothing is sent yet. */
export function NewPrice({
  name,
  price,
  chosen,
  onChoose,
}: {
  readonly name: string;
  readonly price: StaffPrice['price'];
  /** In minor units; null stops selling it, undefined changes nothing. */
  readonly chosen: number | null | undefined;
  readonly onChoose: (chosen: number | null | undefined) => void;
}) {
  const { t, locale } = useTexts();
  const [text, setText] = useState('');
  const { currency } = price;
  const typed = readAmount(text, currency, locale);
  const amount = typed.kind === 'amount' ? typed.amount : 0;
  if (chosen !== undefined)
    return (
      <>
        {chosen === null ? t('prices.stop') : <Money amount={chosen} currency={currency} />}{' '}
        <Button kind="quiet" aria-label={t('prices.undoOf', { name })} onPress={() => onChoose(undefined)}>
          {t('prices.undo')}
        </Button>
      </>
    );
  return (
    <div className="actions">
      <ConfirmButton
        label={t('prices.change')}
        title={t('prices.changeTitle', { name })}
        confirm={t('prices.note')}
        isConfirmDisabled={amount === 0 || amount === price.amount}
        onConfirm={async () => {
          onChoose(amount);
          setText('');
        }}
      >
        <MoneyField
          label={t('prices.new')}
          hint={t('prices.noteHint')}
          currency={currency}
          value={text}
          onChange={setText}
          isRequired
        />
      </ConfirmButton>
      <Button kind="quiet" aria-label={t('prices.stopOf', { name })} onPress={() => onChoose(null)}>
        {t('prices.stop')}
      </Button>
    </div>
  );
}
