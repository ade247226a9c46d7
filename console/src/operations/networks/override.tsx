import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { Radios } from '../../ui/checks.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Choice, Field } from '../../ui/inputs.tsx';
import { useStaffRight, useStaffSend } from '../data.ts';
import { ReasonField } from '../parts.tsx';
import type { OverrideNetwork, StaffNetwork } from '../types.ts';

/** In minutes; 0 until someone ends it. */
const DURATIONS = ['60', '240', '1440', '0'] as const;

/** Sets the status of a network instead of the measured one, or ends that. */
export function Override({ network }: { readonly network: StaffNetwork }) {
  const { t } = useTexts();
  const { time } = useFormat();
  const mayChange = useStaffRight('networks:write');
  const { override } = network;
  return (
    <>
      {override === null ? null : (
        <div className="notice warn">
          <p>
            {override.until === null
              ? t('network.overriddenOpen')
              : t('network.overridden', { until: time(override.until) })}
          </p>
        </div>
      )}
      {mayChange ? (
        <div className="actions">
          <SetStatus network={network} />
          {override === null ? null : <Clear network={network} />}
        </div>
      ) : null}
    </>
  );
}

function SetStatus({ network: { id, name } }: { readonly network: StaffNetwork }) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [status, setStatus] = useState<StaffNetwork['status']>('unavailable');
  const [message, setMessage] = useState('');
  const [minutes, setMinutes] = useState<(typeof DURATIONS)[number]>('60');
  const [reason, setReason] = useState('');
  const needsMessage = status !== 'operational';
  const set = async () => {
    const json: OverrideNetwork = {
      status,
      reason,
      ...(needsMessage ? { message: message.trim() } : {}),
      ...(minutes === '0' ? {} : { minutes: Number(minutes) }),
    };
    await send(`/networks/${encodeURIComponent(id)}/override`, json);
    setReason('');
  };
  return (
    <ConfirmButton
      kind="danger"
      label={t('network.override')}
      title={t('network.overrideTitle', { network: name })}
      confirm={t('network.overrideConfirm', { network: name, status: t(`network.${status}`) })}
      isConfirmDisabled={reason.trim() === '' || (needsMessage && message.trim() === '')}
      onConfirm={set}
    >
      <div className="form">
        <p>{t('network.overrideHint')}</p>
        <Radios
          legend={t('purchases.status')}
          name="status"
          value={status}
          options={[
            ['unavailable', t('network.unavailable')],
            ['degraded', t('network.degraded')],
            ['operational', t('network.operational')],
          ]}
          onChange={setStatus}
        />
        {needsMessage ? (
          <Field
            label={t('network.message')}
            hint={t('network.messageHint')}
            value={message}
            onChange={setMessage}
            maxLength={500}
          />
        ) : null}
        <Choice
          label={t('network.minutes')}
          value={minutes}
          options={DURATIONS.map((one) => [one, t(`network.minutes.${one}`)] as const)}
          onChange={setMinutes}
        />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}

function Clear({ network: { id, name } }: { readonly network: StaffNetwork }) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [reason, setReason] = useState('');
  return (
    <ConfirmButton
      label={t('network.clear')}
      title={t('network.clearTitle', { network: name })}
      confirm={t('network.clear')}
      isConfirmDisabled={reason.trim() === ''}
      onConfirm={async () => {
        await send(`/networks/${encodeURIComponent(id)}/clear`, { reason });
        setReason('');
      }}
    >
      <div className="form">
        <p>{t('network.clearHint')}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}
