import { useState } from 'react';
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { OverlapChoice } from '../../ui/overlap.tsx';
import { Card } from '../../ui/parts.tsx';
import { SecretOnce } from '../../ui/secret.tsx';

/** Replaces the signing secret; for a while, both secrets sign. */
export function SecretCard({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useTexts();
  const send = useSend();
  const [overlap, setOverlap] = useState('86400');
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const json = { overlap_seconds: Number(overlap) };
    const path = `/v1/webhook-endpoints/${endpoint.id}/rotate-secret`;
    setSecret((await send<WebhookEndpointWithSecret>('POST', path, { json })).secret);
  };
  return (
    <Card title={t('webhooks.rotate')}>
      {secret === null ? (
        <p>{t('webhooks.rotateHint')}</p>
      ) : (
        <SecretOnce label={t('webhooks.secretOf', { url: endpoint.url })} secret={secret} />
      )}
      <ConfirmButton
        label={t('webhooks.rotate')}
        title={t('webhooks.rotateTitle')}
        confirm={t('webhooks.rotate')}
        onConfirm={rotate}
      >
        <OverlapChoice label={t('webhooks.overlap')} value={overlap} onChange={setOverlap} />
        <p>{t(overlap === '0' ? 'webhooks.rotateNow' : 'webhooks.rotateOverlap')}</p>
      </ConfirmButton>
    </Card>
  );
}
