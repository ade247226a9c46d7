import { useState } from 'react';
import type { ApiKey, ApiKeyWithSecret } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { OverlapChoice } from '../../ui/overlap.tsx';
import { Card, Time } from '../../ui/parts.tsx';
import { SecretOnce } from '../../ui/secret.tsx';

/** Replaces a key; for a while, both keys work. */
export function RotateCard({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const { t } = useTexts();
  const send = useSend();
  const [overlap, setOverlap] = useState('86400');
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  const rotate = async () => {
    const json = { overlap_seconds: Number(overlap) };
    setMade(await send<ApiKeyWithSecret>('POST', `/v1/api-keys/${key.id}/rotate`, { json }));
  };
  return (
    <Card title={t('keys.rotate')}>
      {made === null ? (
        <p>{t('keys.rotateHint')}</p>
      ) : (
        <>
          <SecretOnce label={t('keys.secretOf', { name: key.name })} secret={made.key} />
          {made.former_key_until === null ? null : (
            <p>
              {t('keys.formerUntil')}: <Time at={made.former_key_until} />
            </p>
          )}
        </>
      )}
      <ConfirmButton
        label={t('keys.rotate')}
        title={t('keys.rotateTitle', { name: key.name })}
        confirm={t('keys.rotateConfirm', { name: key.name })}
        onConfirm={rotate}
      >
        <OverlapChoice label={t('keys.overlap')} value={overlap} onChange={setOverlap} />
        <p>{t(overlap === '0' ? 'keys.rotateNow' : 'keys.rotateOverlap')}</p>
      </ConfirmButton>
    </Card>
  );
}
