import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiKey } from '../../../../clients/typescript/src/types.ts';
import { useApi, useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount, useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Card, Money, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { byResource, useAccessNames } from '../../ui/rights/names.ts';
import { TermsForm } from './form.tsx';
import { RotateCard } from './rotate.tsx';
import { changesOf, draftOf } from './terms.ts';
import { Caps, KeyBadge, ScopeWords } from './words.tsx';

/** One key: what it may do, its change, its replacement and its end. */
export function KeyPage() {
  const { t } = useTexts();
  const { keyId = '' } = useParams({ strict: false });
  const mayChange = useRight('keys:write');
  const { data: key, error } = useApi<ApiKey>(`/v1/api-keys/${keyId}`);
  const title = key === undefined || key.name === '' ? t('keys.one') : key.name;
  return (
    <Screen title={title}>
      <p>
        <Link to="/developers/keys">{t('keys.back')}</Link>
      </p>
      <Problem error={error} />
      {key === undefined && error === null ? <Skeleton lines={8} /> : null}
      {key === undefined ? null : (
        <>
          <Facts apiKey={key} />
          {mayChange && key.status !== 'revoked' ? <Changes apiKey={key} /> : null}
        </>
      )}
    </Screen>
  );
}

function Facts({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const { t } = useTexts();
  const times = [
    ['keys.created', key.created_at],
    ['keys.expires', key.expires_at],
    ['keys.lastUsed', key.last_used_at],
    ['keys.formerUntil', key.former_key_until],
    ['keys.revoked', key.revoked_at],
  ] as const;
  return (
    <Card title={t('keys.about')}>
      <dl className="facts">
        <div>
          <dt>{t('keys.status')}</dt>
          <dd>
            <KeyBadge status={key.status} />
          </dd>
        </div>
        <div>
          <dt>{t('keys.id')}</dt>
          <dd>
            <code>{key.id}</code> <code>{`…${key.last_four}`}</code>
          </dd>
        </div>
        <div>
          <dt>{t('keys.caps')}</dt>
          <dd>
            <Caps caps={key.spend_caps} />
          </dd>
        </div>
        {key.spent_today === null ? null : (
          <div>
            <dt>{t('keys.spentToday')}</dt>
            <dd>
              <Money {...key.spent_today} />
            </dd>
          </div>
        )}
        {times.map(([text, at]) =>
          at === null ? null : (
            <div key={text}>
              <dt>{t(text)}</dt>
              <dd>
                <Time at={at} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <Scopes scopes={key.scopes} />
    </Card>
  );
}

function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  const { t } = useTexts();
  const names = useAccessNames();
  const named = scopes.filter((scope) => scope !== 'all' && scope !== 'read_only');
  return (
    <>
      <h3>{t('keys.scopes')}</h3>
      <p>
        <ScopeWords scopes={scopes} />
      </p>
      <dl className="facts">
        {byResource(named).map(([resource, rights]) => (
          <div key={resource}>
            <dt>{names.resource(resource)}</dt>
            <dd>{rights.map(names.right).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Changes({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const { t, locale } = useTexts();
  const { currency } = useAccount();
  const send = useSend();
  const [isSaved, setSaved] = useState(false);
  const start = draftOf(key, currency, locale);
  const path = `/v1/api-keys/${key.id}`;
  return (
    <>
      <RotateCard apiKey={key} />
      <Card title={t('keys.change')}>
        <TermsForm
          // A change by someone else begins the form again.
          key={JSON.stringify(key.scopes) + key.name + key.expires_at + JSON.stringify(key.spend_caps)}
          start={start}
          submit={t('app.save')}
          onSubmit={async (draft) => {
            setSaved(false);
            const json = changesOf(start, draft, currency, locale);
            if (Object.keys(json).length > 0) await send('PATCH', path, { json });
            setSaved(true);
          }}
        />
        <p role="status">{isSaved ? t('app.saved') : ''}</p>
      </Card>
      <Card title={t('keys.revoke')}>
        <p>{t('keys.revokeHint')}</p>
        <ConfirmButton
          kind="danger"
          label={t('keys.revoke')}
          title={t('keys.revokeTitle', { name: key.name })}
          confirm={t('keys.revokeConfirm', { name: key.name })}
          onConfirm={() => send('POST', `${path}/revoke`)}
        >
          <p>{t('keys.revokeHint')}</p>
          {key.last_used_at === null ? null : (
            <p>
              {t('keys.lastUsed')}: <Time at={key.last_used_at} />
            </p>
          )}
        </ConfirmButton>
      </Card>
    </>
  );
}
