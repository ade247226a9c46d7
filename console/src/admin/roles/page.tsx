import { Link } from '@tanstack/react-router';
import type { Role } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Card, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { byResource, useAccessNames } from '../../ui/rights/names.ts';
import { DataTable } from '../../ui/table.tsx';

/** What each role may do, a table per resource. */
export function RolesPage() {
  const { t } = useTexts();
  const { data, error } = useAll<Role>('/v1/roles');
  const create = useRight('people:manage') ? (
    <Link className="button primary" to="/admin/roles/new">
      {t('roles.create')}
    </Link>
  ) : null;
  return (
    <Screen title={t('roles.title')} actions={create}>
      <p className="lead">{t('roles.lead')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={10} /> : null}
      {data === undefined ? null : (
        <>
          <Summary roles={data} />
          <Matrix roles={data} />
        </>
      )}
    </Screen>
  );
}

function Summary({ roles }: { readonly roles: readonly Role[] }) {
  const { t } = useTexts();
  const names = useAccessNames();
  return (
    <Card title={t('roles.all')}>
      <DataTable
        caption={t('roles.all')}
        rows={roles}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('people.role'),
            cell: ({ id, name }) => (
              <Link to="/admin/roles/$roleId" params={{ roleId: id }}>
                {names.role(id, name)}
              </Link>
            ),
          },
          { title: t('roles.kind'), cell: ({ built_in: is }) => t(is ? 'roles.builtIn' : 'roles.custom') },
          {
            title: t('people.factor'),
            cell: ({ needs_second_factor: is }) => t(is ? 'roles.needsFactor' : 'roles.noFactor'),
          },
          { title: t('roles.count'), isNumber: true, cell: ({ rights }) => rights.length },
        ]}
      />
    </Card>
  );
}

function Matrix({ roles }: { readonly roles: readonly Role[] }) {
  const { t } = useTexts();
  const names = useAccessNames();
  return byResource(roles.flatMap(({ rights }) => rights)).map(([resource, rights]) => (
    <Card key={resource} title={names.resource(resource)}>
      <div className="matrix">
        <DataTable
          caption={t('roles.matrix', { resource: names.resource(resource) })}
          rows={rights}
          keyOf={(right) => right}
          columns={[
            { title: t('roles.right'), cell: (right) => names.right(right) },
            ...roles.map(({ id, name, rights: has }) => ({
              title: names.role(id, name),
              cell: (right: string) => <May is={has.includes(right)} />,
            })),
          ]}
        />
      </div>
    </Card>
  ));
}

function May({ is }: { readonly is: boolean }) {
  const { t } = useTexts();
  return (
    <>
      <span aria-hidden="true" className={is ? 'has' : 'none'}>
        {is ? '✓' : '–'}
      </span>
      <span className="hidden">{t(is ? 'roles.may' : 'roles.mayNot')}</span>
    </>
  );
}
