import { useState } from 'react';
import type { Role } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Card } from '../../ui/parts.tsx';
import { useAccessNames } from '../../ui/rights/names.ts';
import { RoleFields } from './fields.tsx';

/** Renames a role, or replaces its rights. @param holders how many people have it */
export function ChangeRole({ role, holders }: { readonly role: Role; readonly holders: number }) {
  const { t } = useTexts();
  const send = useSend();
  const [draft, setDraft] = useState({
    name: role.name,
    rights: new Set(role.rights) as ReadonlySet<string>,
  });
  const name = draft.name.trim();
  const added = [...draft.rights].filter((right) => !role.rights.includes(right));
  const removed = role.rights.filter((right) => !draft.rights.has(right));
  const isSame = name === role.name && added.length + removed.length === 0;
  const save = () =>
    send<void>('PATCH', `/v1/roles/${role.id}`, { json: { name, rights: [...draft.rights] } });
  return (
    <Card title={t('roles.change')}>
      <div className="form wide">
        <RoleFields draft={draft} onChange={setDraft} />
        {draft.rights.size === 0 ? <p role="alert">{t('keys.gap.rights')}</p> : null}
        <ConfirmButton
          kind="primary"
          label={t('roles.change')}
          title={t('roles.changeTitle', { name: role.name })}
          confirm={t('roles.change')}
          isDisabled={isSame || name === '' || draft.rights.size === 0}
          onConfirm={save}
        >
          <p>{t('roles.changeHint', { count: holders })}</p>
          <RightList title={t('roles.added')} rights={added} />
          <RightList title={t('roles.removed')} rights={removed} />
          {removed.length === 0 ? null : <p>{t('roles.removedHint')}</p>}
        </ConfirmButton>
      </div>
    </Card>
  );
}

function RightList({ title, rights }: { readonly title: string; readonly rights: readonly string[] }) {
  const names = useAccessNames();
  if (rights.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <ul>
        {rights.map((right) => (
          <li key={right}>
            {names.resource(right.split(':')[0] ?? right)}: {names.right(right)}
          </li>
        ))}
      </ul>
    </>
  );
}
