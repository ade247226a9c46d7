import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookEndpointWithSecret } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Screen } from '../../ui/parts.tsx';
import { SecretOnce } from '../../ui/secret.tsx';
import { EndpointForm } from './form.tsx';

/** Creates an endpoint, and shows its signing secret once. */
export function NewWebhookPage() {
  const { t } = useTexts();
  const send = useSend();
  const [made, setMade] = useState<WebhookEndpointWithSecret | null>(null);
  return (
    <Screen title={t('webhooks.createTitle')}>
      {made === null ? (
        <EndpointForm
          start={null}
          submit={t('webhooks.create')}
          onSubmit={async (json) =>
            setMade(await send<WebhookEndpointWithSecret>('POST', '/v1/webhook-endpoints', { json }))
          }
        />
      ) : (
        <>
          <SecretOnce label={t('webhooks.secretOf', { url: made.url })} secret={made.secret} />
          <Link to="/developers/webhooks/$endpointId" params={{ endpointId: made.id }}>
            {t('webhooks.stored')}
          </Link>
        </>
      )}
    </Screen>
  );
}
