import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Person } from '../../../../clients/typescript/src/types.ts';
import { useApi, useRemove, useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/inputs.tsx';
import { Card, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { AboutRole } from './about-role.tsx';
import { useRoles } from './roles.ts';
import { PersonSessions } from './sessions.tsx';
import { FactorBadge, PersonBadge } from './words.tsx';

/** One person: their role, where they are signed in, and how they are kept out. */
export function PersonPage() {
  const { t } = useTexts();
  const { personId = '' } = useParams({ strict: false });
  const { data: person, error } = useApi<Person>(`/v1/people/${personId}`);
  const mayManage = useRight('people:manage');
  return (
    <Screen title={person?.email ?? t('people.one')}>
      <p>
        <Link to="/admin/people">{t('people.back')}</Link>
      </p>
      <Problem error={error} />
      {person === undefined && error === null ? <Skeleton lines={6} /> : null}
      {person === undefined ? null : (
        <>
          <Facts person={person} />
          {mayManage ? <RoleCard key={person.role} person={person} /> : null}
          <PersonSessions person={person} />
          {mayManage ? <Access person={person} /> : null}
        </>
      )}
    </Screen>
  );
}

function Facts({ person }: { readonly person: Person }) {
  const { t } = useTexts();
  const { nameOf } = useRoles();
  const { last_sign_in_at: last } = person;
  return (
    <Card title={person.name === '' ? person.email : person.name}>
      <dl className="facts">
        <div>
          <dt>{t('people.role')}</dt>
          <dd>{nameOf(person.role)}</dd>
        </div>
        <div>
          <dt>{t('people.state')}</dt>
          <dd>
            <PersonBadge status={person.status} />
          </dd>
        </div>
        <div>
          <dt>{t('people.factor')}</dt>
          <dd>
            <FactorBadge has={person.second_factor} />
          </dd>
        </div>
        <div>
          <dt>{t('people.joined')}</dt>
          <dd>
            <Time at={person.joined_at} />
          </dd>
        </div>
        <div>
          <dt>{t('people.lastSignIn')}</dt>
          <dd>{last === null ? t('app.never') : <Time at={last} />}</dd>
        </div>
      </dl>
    </Card>
  );
}

function RoleCard({ person }: { readonly person: Person }) {
  const { t } = useTexts();
  const { mine, nameOf } = useRoles();
  const send = useSend();
  const [role, setRole] = useState(person.role);
  const options = mine.map(({ id }): readonly [string, string] => [id, nameOf(id)]);
  if (options.every(([id]) => id !== person.role)) {
    return (
      <Card title={t('people.changeRole')}>
        <p>{t('people.aboveYou')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('people.changeRole')}>
      <div className="form">
        <Choice label={t('people.role')} value={role} options={options} onChange={setRole} />
        <AboutRole role={mine.find(({ id }) => id === role)} />
        <p className="hint">
          <Link to="/admin/roles">{t('people.whatRolesMay')}</Link>
        </p>
        <ConfirmButton
          kind="primary"
          label={t('people.changeRole')}
          title={t('people.roleTitle', { email: person.email, role: nameOf(role) })}
          confirm={t('people.roleConfirm', { role: nameOf(role) })}
          isDisabled={role === person.role}
          onConfirm={() => send('PATCH', `/v1/people/${person.id}`, { json: { role } })}
        >
          <p>{t('people.roleHint')}</p>
        </ConfirmButton>
      </div>
    </Card>
  );
}

function Access({ person }: { readonly person: Person }) {
  const { t } = useTexts();
  const send = useSend();
  const navigate = useNavigate();
  const { id, email } = person;
  const isSuspended = person.status === 'suspended';
  const remove = useRemove();
  return (
    <Card title={t('people.access')}>
      <div className="actions">
        <ConfirmButton
          label={t(isSuspended ? 'people.resume' : 'people.suspend')}
          title={t(isSuspended ? 'people.resumeTitle' : 'people.suspendTitle', { email })}
          confirm={t(isSuspended ? 'people.resume' : 'people.suspend')}
          onConfirm={() => send('PATCH', `/v1/people/${id}`, { json: { suspended: !isSuspended } })}
        >
          <p>{t(isSuspended ? 'people.resumeHint' : 'people.suspendHint')}</p>
        </ConfirmButton>
        <ConfirmButton
          kind="danger"
          label={t('people.remove')}
          title={t('people.removeTitle', { email })}
          confirm={t('people.removeConfirm', { email })}
          onConfirm={() => remove(`/v1/people/${id}`, () => navigate({ to: '/admin/people' }))}
        >
          <p>{t('people.removeHint')}</p>
        </ConfirmButton>
      </div>
    </Card>
  );
}
