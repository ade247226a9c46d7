import type { Organisation, Person } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Badge, Card, Problem, Screen, Skeleton } from '../../ui/parts.tsx';

type SingleSignOn = NonNullable<Organisation['single_sign_on']>;

/** How the people of the organisation sign in at their own provider, and how this is changed. */
export function SignOnPage() {
  const { t } = useTexts();
  const { data, error } = useApi<Organisation>('/v1/organisation');
  const sso = data?.single_sign_on;
  return (
    <Screen title={t('signOn.title')}>
      <p className="lead">{t('signOn.lead')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {sso === null ? (
        <Card title={t('signOn.provider')}>
          <p>{t('signOn.none')}</p>
        </Card>
      ) : null}
      {sso === null || sso === undefined ? null : <Settings sso={sso} />}
      {data === undefined ? null : <HowToChange organisation={data.id} />}
    </Screen>
  );
}

function Settings({ sso }: { readonly sso: SingleSignOn }) {
  const { t } = useTexts();
  const people = useAll<Person>('/v1/people');
  const inside = people.data?.filter(({ email }) => sso.domains.includes(email.split('@').at(-1) ?? ''));
  return (
    <Card title={t('signOn.provider')}>
      <dl className="facts">
        <div>
          <dt>{t('signOn.issuer')}</dt>
          <dd>{sso.issuer}</dd>
        </div>
        <div>
          <dt>{t('signOn.clientId')}</dt>
          <dd>
            <code>{sso.client_id}</code>
          </dd>
        </div>
        <div>
          <dt>{t('signOn.domains')}</dt>
          <dd>{sso.domains.join(', ')}</dd>
        </div>
      </dl>
      <p>
        <Badge tone={sso.required ? 'good' : 'quiet'}>
          {t(sso.required ? 'signOn.required' : 'signOn.optional')}
        </Badge>{' '}
        {t(sso.required ? 'signOn.requiredHint' : 'signOn.optionalHint')}
      </p>
      <p>{t(sso.admits_domain ? 'signOn.admits' : 'signOn.invitedOnly')}</p>
      <Problem error={people.error} />
      {inside === undefined || people.data === undefined ? null : (
        <p>{t('signOn.people', { inside: inside.length, all: people.data.length })}</p>
      )}
    </Card>
  );
}

function HowToChange({ organisation }: { readonly organisation: string }) {
  const { t } = useTexts();
  return (
    <Card title={t('signOn.change')}>
      <p>{t('signOn.changeHint')}</p>
      <ol>
        <li>
          {t('signOn.stepRegister')} <code>{`${location.origin}/v1/auth/sign-in/sso/callback`}</code>
        </li>
        <li>{t('signOn.stepSend')}</li>
        <li>
          {t('signOn.stepId')} <code>{organisation}</code>
        </li>
      </ol>
    </Card>
  );
}
