import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { utcDay } from '../../finance/day.ts';
import { Radios } from '../../ui/checks.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Choice } from '../../ui/inputs.tsx';
import { useStaffApi, useStaffRight, useStaffSend } from '../data.ts';
import { ReasonField, useMode } from '../parts.tsx';
import type { RequestStaffReconciliation, StaffNetworkList, StaffReconciliationRequest } from '../types.ts';

/** Has a worker compare a day with the list of a gateway. @param network what the screen shows; empty for all */
export function RequestRun({ network }: { readonly network: string }) {
  const { t } = useTexts();
  const { day: dayText } = useFormat();
  const send = useStaffSend();
  const mayRequest = useStaffRight('purchases:resolve');
  const { data } = useStaffApi<StaffNetworkList>('/networks', { enabled: mayRequest });
  const [chosen, setChosen] = useState('');
  const [date, setDate] = useState(() => utcDay(-1));
  const [mode, setMode] = useState<'live' | 'test'>('live');
  const [typed, setRoute] = useState('');
  const [reason, setReason] = useState('');
  const networks = data?.data ?? [];
  const networkId = [chosen, network, networks[0]?.id].find((id) => networks.some((one) => one.id === id));
  const { name, gateways = [] } = networks.find(({ id }) => id === networkId) ?? {};
  // Another network may not have the gateway that was chosen.
  const route = gateways.find((one) => one === typed) ?? gateways[0] ?? 'main';
  const live = useMode(true);
  if (!mayRequest || networkId === undefined || name === undefined) return null;
  const request = async () => {
    const json: RequestStaffReconciliation = {
      network_id: networkId,
      date,
      livemode: mode === 'live',
      route,
      reason,
    };
    await send<StaffReconciliationRequest>('/reconciliation-requests', json);
    setReason('');
  };
  return (
    <ConfirmButton
      label={t('reconciliations.request')}
      title={t('reconciliations.request')}
      confirm={t('reconciliations.requestConfirm', { network: name, day: dayText(date) })}
      isConfirmDisabled={reason.trim() === ''}
      onConfirm={request}
    >
      <div className="form">
        <p>{t('reconciliations.requestHint')}</p>
        <Choice
          label={t('purchase.network')}
          value={networkId}
          options={networks.map((one) => [one.id, one.name] as const)}
          onChange={setChosen}
        />
        <DayField label={t('reconciliations.day')} day={date} max={utcDay()} onChange={setDate} />
        <Radios
          legend={t('operations.mode')}
          name="mode"
          value={mode}
          options={[
            ['live', t(`mode.${live}`)],
            ['test', t('mode.test')],
          ]}
          onChange={setMode}
        />
        <Choice
          label={t('operations.gateway')}
          value={route}
          options={gateways.map((one) => [one, one] as const)}
          onChange={setRoute}
        />
        <p className="hint">{t('reconciliations.gatewayHint')}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}
