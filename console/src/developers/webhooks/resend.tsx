import { useState } from 'react';
import type { EventWithAttempts, WebhookEndpoint } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/inputs.tsx';
import { targetsOf } from './targets.ts';

const ALL = '';

/** Sends an event again to one endpoint or to all, after saying which ones these are. */
export function Resend({ event }: { readonly event: EventWithAttempts }) {
  const { t } = useTexts();
  const send = useSend();
  const maySee = useRight('webhooks:read');
  const { data } = useAll<WebhookEndpoint>('/v1/webhook-endpoints', {}, maySee);
  const [wished, choose] = useState(ALL);
  const [isSent, setSent] = useState(false);
  const targets = targetsOf(event, maySee ? (data ?? []) : null);
  const named = targets.flatMap(({ id, url }) => (id === null ? [] : [[id, url] as const]));
  const chosen = named.find(([id]) => id === wished);
  const resend = async () => {
    setSent(false);
    await send('POST', `/v1/events/${event.id}/resend`, { query: { endpoint_id: chosen?.[0] } });
    setSent(true);
  };
  return (
    <>
      <ConfirmButton
        label={t('webhooks.resend')}
        title={t('webhooks.resendTitle')}
        confirm={t(chosen === undefined ? 'webhooks.resendAll' : 'webhooks.resendOne')}
        isDisabled={maySee && data === undefined}
        onConfirm={resend}
      >
        <div className="form">
          <Choice
            label={t('webhooks.resendTo')}
            value={chosen?.[0] ?? ALL}
            options={[[ALL, t('webhooks.everyEndpoint')], ...named]}
            onChange={choose}
          />
          <p>{t(chosen === undefined ? 'webhooks.goesToAll' : 'webhooks.goesToOne')}</p>
          <ul>
            {chosen === undefined ? (
              targets.map(({ id, url }) => (
                <li key={id}>{id === null ? t('webhooks.ofContact', { url }) : url}</li>
              ))
            ) : (
              <li>{chosen[1]}</li>
            )}
          </ul>
          {chosen === undefined ? (
            <p className="hint">{t(maySee ? 'webhooks.maybeContact' : 'webhooks.maybeOthers')}</p>
          ) : null}
        </div>
      </ConfirmButton>
      <p role="status">{isSent ? t('webhooks.resendQueued') : ''}</p>
    </>
  );
}
