import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { readAmount } from '../../ui/amount.ts';
import { Radios } from '../../ui/checks.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { MoneyField } from '../../ui/money-field.tsx';
import { Outcome, useCommand } from '../approval-needed.tsx';
import { useStaffRight, useStaffSend } from '../data.ts';
import { ReasonField } from '../parts.tsx';
import type { BookStaffEntry, StaffAccountDetail } from '../types.ts';
import { AccountBand } from './band.tsx';

type Direction = 'to_client' | 'from_client';

/** Books money that the client paid in, or an agreed correction. Depending on the rules, a colleague approves it first. */
export function BookEntry({ account }: { readonly account: StaffAccountDetail }) {
  const { t } = useTexts();
  const mayBook = useStaffRight('money:write');
  const command = useCommand();
  if (!mayBook) return <p className="hint">{t('entry.readOnly')}</p>;
  return (
    <>
      <Outcome result={command.result} done={t('entry.booked')} />
      <div className="actions">
        <Entry type="funding" account={account} run={command.run} />
        <Entry type="adjustment" account={account} run={command.run} />
      </div>
    </>
  );
}

function Entry({
  type,
  account,
  run,
}: {
  readonly type: BookStaffEntry['type'];
  readonly account: StaffAccountDetail;
  readonly run: ReturnType<typeof useCommand>['run'];
}) {
  const { t, locale } = useTexts();
  const { money } = useFormat();
  const send = useStaffSend();
  const [text, setText] = useState('');
  const [direction, setDirection] = useState<Direction>('to_client');
  const [reason, setReason] = useState('');
  const { available, name, livemode } = account;
  const { currency } = available;
  const typed = readAmount(text, currency, locale);
  const size = typed.kind === 'amount' ? typed.amount : 0;
  const isTaken = type === 'adjustment' && direction === 'from_client';
  const after = available.amount + (isTaken ? -size : size);
  const amount = money({ amount: size, currency });
  const book = async () => {
    const json: BookStaffEntry = { type, amount: { amount: isTaken ? -size : size, currency }, reason };
    await run(() => send(`/accounts/${account.id}/entries`, json));
    setText('');
    setReason('');
  };
  return (
    <ConfirmButton
      kind={type === 'funding' ? 'primary' : 'plain'}
      label={t(`entry.${type}`)}
      title={t(`entry.${type}Title`, { account: name })}
      confirm={t(isTaken ? 'entry.take' : `entry.confirm.${type}`, { amount, account: name })}
      isConfirmDisabled={size === 0 || after < 0 || reason.trim() === ''}
      onConfirm={book}
    >
      <AccountBand name={name} livemode={livemode} />
      <div className="form">
        <p>{t(`entry.${type}Hint`)}</p>
        {type === 'funding' ? null : (
          <Radios
            legend={t('entry.direction')}
            name="direction"
            value={direction}
            options={[
              ['to_client', t('entry.toClient')],
              ['from_client', t('entry.fromClient')],
            ]}
            onChange={setDirection}
          />
        )}
        <MoneyField
          label={t('operations.amount')}
          hint={t('entry.amountHint')}
          currency={currency}
          value={text}
          onChange={setText}
          isRequired
        />
        <ReasonField value={reason} onChange={setReason} />
        <p role="status">
          {after < 0
            ? t('entry.tooMuch', { available: money(available) })
            : t('entry.after', { before: money(available), after: money({ amount: after, currency }) })}
        </p>
      </div>
    </ConfirmButton>
  );
}
