import { useTexts } from '../../app/i18n.tsx';
import { Field } from '../../ui/inputs.tsx';
import { RightPicker } from '../../ui/rights/picker.tsx';

/** The name and the rights of a role, while a person composes it. */
export interface RoleDraft {
  readonly name: string;
  readonly rights: ReadonlySet<string>;
}

/** The fields of a role. */
export function RoleFields({
  draft,
  onChange,
}: {
  readonly draft: RoleDraft;
  readonly onChange: (draft: RoleDraft) => void;
}) {
  const { t } = useTexts();
  return (
    <>
      <Field
        label={t('roles.name')}
        hint={t('roles.nameHint')}
        maxLength={100}
        isRequired
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
      />
      <RightPicker
        hint={t('roles.rightsHint')}
        chosen={draft.rights}
        onChange={(rights) => onChange({ ...draft, rights })}
      />
    </>
  );
}
