import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { Radios } from '../../ui/checks.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import type { useCommand } from '../approval-needed.tsx';
import { useStaffSend } from '../data.ts';
import { Mode, ReasonField } from '../parts.tsx';
import type { DecideLateConfirmation, StaffLateConfirmation } from '../types.ts';

type Resolution = DecideLateConfirmation['resolution'];

/** Decides who pays for one late delivery, after a confirmation that names the amount and the account. */
export function Decide({
  entry,
  run,
}: {
  readonly entry: StaffLateConfirmation;
  readonly run: ReturnType<typeof useCommand>['run'];
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useStaffSend();
  const [resolution, setResolution] = useState<Resolution>('settled_with_network');
  const [reason, setReason] = useState('');
  const { purchase_id: id, account_name: account, livemode } = entry;
  const price = money(entry.price);
  const json: DecideLateConfirmation = { resolution, reason };
  return (
    <ConfirmButton
      kind="danger"
      label={t('late.decide')}
      title={t('late.decideTitle', { price, account })}
      confirm={t(`late.confirm.${resolution}`, { price, account })}
      isConfirmDisabled={reason.trim() === ''}
      onConfirm={() => run(() => send(`/purchases/${id}/late-confirmation`, json))}
    >
      <div className="form">
        <p>
          <Mode livemode={livemode} /> {t('late.decideHint')}
        </p>
        <Radios
          legend={t('late.whoPays')}
          name={`resolution-${id}`}
          value={resolution}
          options={[
            ['settled_with_network', t('late.settled_with_network.hint')],
            ['charged_by_agreement', t('late.charged_by_agreement.hint', { price })],
            ['written_off', t('late.written_off.hint')],
          ]}
          onChange={setResolution}
        />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}
