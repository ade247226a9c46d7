import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { utcDay } from '../../finance/day.ts';
import { DayField } from '../../ui/day-field.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useStaffSend } from '../data.ts';
import { AccountBand } from '../money/band.tsx';
import { ReasonField } from '../parts.tsx';
import type { StaffFailingEndpoint, StaffRecoveredEvents } from '../types.ts';
import { askParts } from './parts.ts';

/** What was sent again to an endpoint. */
export interface Resent {
  readonly url: string;
  readonly queued: number;
  readonly hasMore: boolean;
}

/** Days that are proposed for an endpoint that never accepted an event. */
const DAYS = 7;

/** Where the next click continues: after the last event that was sent again, for the same day. */
interface Continued {
  readonly day: string;
  readonly after: string;
}

/** Sends the undelivered events of an endpoint again, from a day on. */
export function Resend({
  endpoint,
  onResent,
}: {
  readonly endpoint: StaffFailingEndpoint;
  readonly onResent: (resent: Resent) => void;
}) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [day, setDay] = useState(endpoint.delivered_at?.slice(0, 10) ?? utcDay(-DAYS));
  const [reason, setReason] = useState('');
  const [left, setLeft] = useState<Continued | null>(null);
  const { account_id: account, account_name: name, endpoint_id: id, livemode, url } = endpoint;
  return (
    <ConfirmButton
      label={t('webhooksFailing.resend')}
      title={t('webhooksFailing.resendTitle')}
      confirm={t('webhooksFailing.resendConfirm')}
      isConfirmDisabled={reason.trim() === ''}
      onConfirm={async () => {
        const body = { endpoint_id: id, since: `${day}T00:00:00Z`, reason };
        const { queued, next, hasMore } = await askParts(
          (from) => send<StaffRecoveredEvents>(`/accounts/${account}/events/recover`, { ...body, ...from }),
          left?.day === day ? left.after : null,
        );
        setLeft(hasMore && next !== null ? { day, after: next } : null);
        onResent({ url, queued, hasMore });
        setReason('');
      }}
    >
      <AccountBand name={name} livemode={livemode} />
      <div className="form">
        <p>{t('webhooksFailing.resendHint', { url })}</p>
        <DayField label={t('webhooksFailing.since')} day={day} max={utcDay()} onChange={setDay} />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}
