import { useState } from 'react';
import type { EventWithAttempts, WebhookEndpoint } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/inputs.tsx';
import { Problem } from '../../ui/parts.tsx';
import { type Target, targetsOf } from './targets.ts';

const ALL = '';

/** Sends an event again to one endpoint or to all, after saying which ones these are. */
export function Resend({ event }: { readonly event: EventWithAttempts }) {
  const { t } = useTexts();
  const send = useSend();
  const maySee = useRight('webhooks:read');
  const { data, error } = useAll<WebhookEndpoint>('/v1/webhook-endpoints', {}, maySee);
  const [wished, choose] = useState(ALL);
  const [isSent, setSent] = useState(false);
  const targets = targetsOf(event, data ?? null);
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
        isDisabled={maySee && data === undefined && error === null}
        onConfirm={resend}
      >
        <div className="form">
          <Problem error={error} />
          <Choice
            label={t('webhooks.resendTo')}
            value={chosen?.[0] ?? ALL}
            options={[[ALL, t('webhooks.everyEndpoint')], ...named]}
            onChange={choose}
          />
          {chosen === undefined ? (
            <ToAll targets={targets} isListed={data !== undefined} />
          ) : (
            <ToOne url={chosen[1]} />
          )}
        </div>
      </ConfirmButton>
      <p role="status">{isSent ? t('webhooks.resendQueued') : ''}</p>
    </>
  );
}

function ToOne({ url }: { readonly url: string }) {
  const { t } = useTexts();
  return (
    <>
      <p>{t('webhooks.goesToOne')}</p>
      <ul>
        <li>{url}</li>
      </ul>
    </>
  );
}

/** @param isListed whether the endpoints are known; otherwise only those that got the event before are */
function ToAll({ targets, isListed }: { readonly targets: readonly Target[]; readonly isListed: boolean }) {
  const { t } = useTexts();
  return (
    <>
      {targets.length === 0 ? null : (
        <>
          <p>{t(isListed ? 'webhooks.goesToAll' : 'webhooks.sentBefore')}</p>
          <ul>
            {targets.map(({ id, url }) => (
              <li key={id}>{id === null ? t('webhooks.ofContact', { url }) : url}</li>
            ))}
          </ul>
        </>
      )}
      <p className="hint">{t(isListed ? 'webhooks.maybeContact' : 'webhooks.maybeOthers')}</p>
    </>
  );
}
