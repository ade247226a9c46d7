import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { Role } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Button } from '../../ui/inputs.tsx';
import { Problem, Screen } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { type RoleDraft, RoleFields } from './fields.tsx';

/** Composes a role of rights. */
export function NewRolePage() {
  const { t } = useTexts();
  const send = useSend();
  const navigate = useNavigate();
  const task = useTask();
  const [draft, setDraft] = useState<RoleDraft>({ name: '', rights: new Set() });
  const [isTried, setTried] = useState(false);
  const isEmpty = draft.rights.size === 0;
  const create = async () => {
    const json = { name: draft.name.trim(), rights: [...draft.rights] };
    const { id } = await send<Role>('POST', '/v1/roles', { json });
    await navigate({ to: '/admin/roles/$roleId', params: { roleId: id } });
  };
  return (
    <Screen title={t('roles.create')}>
      <p>
        <Link to="/admin/roles">{t('roles.back')}</Link>
      </p>
      <p className="lead">{t('roles.createLead')}</p>
      <Form
        className="form wide"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isEmpty) void task.run(create);
        }}
      >
        <RoleFields draft={draft} onChange={setDraft} />
        {isTried && isEmpty ? <p role="alert">{t('keys.gap.rights')}</p> : null}
        <Problem error={task.error} />
        <Button kind="primary" type="submit" isPending={task.isRunning}>
          {t('roles.create')}
        </Button>
      </Form>
    </Screen>
  );
}
