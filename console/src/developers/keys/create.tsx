import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiKeyWithSecret } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { modeOf } from '../../app/mode.ts';
import { useAccount } from '../../app/session.tsx';
import { Screen } from '../../ui/parts.tsx';
import { SecretOnce } from '../../ui/secret.tsx';
import { TermsForm } from './form.tsx';
import { draftOf, termsOf } from './terms.ts';
import { Caps, ScopeWords } from './words.tsx';

/** Creates a key, and shows it once. */
export function NewKeyPage() {
  const { t, locale } = useTexts();
  const { currency, livemode, networks } = useAccount();
  const send = useSend();
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  return (
    <Screen title={t('keys.createTitle')}>
      <p className="lead">{t(`keys.create.${modeOf(livemode, networks)}`)}</p>
      {made === null ? (
        <TermsForm
          start={draftOf(null, currency, locale)}
          submit={t('keys.create')}
          onSubmit={async (draft) => {
            const json = termsOf(draft, currency, locale);
            setMade(await send<ApiKeyWithSecret>('POST', '/v1/api-keys', { json }));
          }}
        />
      ) : (
        <>
          <SecretOnce label={t('keys.secretOf', { name: made.name })} secret={made.key} />
          <dl className="facts">
            <div>
              <dt>{t('keys.scopes')}</dt>
              <dd>
                <ScopeWords scopes={made.scopes} />
              </dd>
            </div>
            <div>
              <dt>{t('keys.caps')}</dt>
              <dd>
                <Caps caps={made.spend_caps} />
              </dd>
            </div>
          </dl>
          <Link to="/developers/keys/$keyId" params={{ keyId: made.id }}>
            {t('keys.stored')}
          </Link>
        </>
      )}
    </Screen>
  );
}
