import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Invitation, Person, Role } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useApi, useRemove } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Card, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { byResource, useAccessNames } from '../../ui/rights/names.ts';
import { ChangeRole } from './change.tsx';

/** One role: what it may do, who has it, its change and its end. */
export function RolePage() {
  const { t } = useTexts();
  const names = useAccessNames();
  const { roleId = '' } = useParams({ strict: false });
  const { data, error } = useApi<Role>(`/v1/roles/${encodeURIComponent(roleId)}`);
  const role = data?.id === roleId ? data : undefined;
  return (
    <Screen title={role === undefined ? t('people.role') : names.role(role.id, role.name)}>
      <p>
        <Link to="/admin/roles">{t('roles.back')}</Link>
      </p>
      <Problem error={error} />
      {role === undefined && error === null ? <Skeleton lines={8} /> : null}
      {role === undefined ? null : <Details role={role} />}
    </Screen>
  );
}

function Details({ role }: { readonly role: Role }) {
  const { t } = useTexts();
  const { rights } = useAccount();
  const people = useAll<Person>('/v1/people');
  const invitations = useAll<Invitation>('/v1/invitations');
  const holders = people.data?.filter((person) => person.role === role.id);
  const invited = invitations.data?.filter((one) => one.role === role.id && one.status === 'pending');
  const isAboveMe = role.rights.some((right) => !rights.includes(right));
  const mayChange = rights.includes('people:manage') && !role.built_in && !isAboveMe;
  return (
    <>
      <p className="lead">
        {t(role.built_in ? 'roles.builtInLead' : isAboveMe ? 'roles.aboveYou' : 'roles.customLead')}
      </p>
      <Problem error={people.error ?? invitations.error} />
      {holders === undefined || invited === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <Holders people={holders} invitations={invited} />
      )}
      {mayChange && holders !== undefined && invited !== undefined ? (
        <>
          <ChangeRole key={JSON.stringify(role)} role={role} holders={holders.length} />
          <DeleteRole role={role} isHeld={holders.length + invited.length > 0} />
        </>
      ) : (
        <Rights role={role} />
      )}
    </>
  );
}

function Holders({
  people,
  invitations,
}: {
  readonly people: readonly Person[];
  readonly invitations: readonly Invitation[];
}) {
  const { t } = useTexts();
  return (
    <Card title={t('roles.holders')}>
      {people.length + invitations.length === 0 ? <p>{t('roles.noHolders')}</p> : null}
      <ul>
        {people.map(({ id, email }) => (
          <li key={id}>
            <Link to="/admin/people/$personId" params={{ personId: id }}>
              {email}
            </Link>
          </li>
        ))}
        {invitations.map(({ id, email }) => (
          <li key={id}>{t('roles.invited', { email })}</li>
        ))}
      </ul>
    </Card>
  );
}

function Rights({ role }: { readonly role: Role }) {
  const { t } = useTexts();
  const names = useAccessNames();
  return (
    <Card title={t('roles.right')}>
      <dl className="facts">
        {byResource(role.rights).map(([resource, rights]) => (
          <div key={resource}>
            <dt>{names.resource(resource)}</dt>
            <dd>{rights.map(names.right).join('; ')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function DeleteRole({ role, isHeld }: { readonly role: Role; readonly isHeld: boolean }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const remove = useRemove();
  return (
    <Card title={t('roles.delete')}>
      <p>{t(isHeld ? 'roles.deleteHeld' : 'roles.deleteHint')}</p>
      <ConfirmButton
        kind="danger"
        label={t('roles.delete')}
        title={t('roles.deleteTitle', { name: role.name })}
        confirm={t('roles.delete')}
        isDisabled={isHeld}
        onConfirm={() => remove(`/v1/roles/${role.id}`, () => navigate({ to: '/admin/roles' }))}
      >
        <p>{t('roles.deleteHint')}</p>
      </ConfirmButton>
    </Card>
  );
}
