import { useTexts } from '../../app/i18n.tsx';
import { Choice } from '../../ui/inputs.tsx';
import { STAFF_ROLES, type StaffRole } from './roles.ts';

/** Chooses a staff role, and says what it is for. */
export function RoleChoice({
  role,
  onChange,
}: {
  readonly role: StaffRole;
  readonly onChange: (role: StaffRole) => void;
}) {
  const { t } = useTexts();
  return (
    <>
      <Choice
        label={t('staffPeople.role')}
        value={role}
        options={STAFF_ROLES.map((one) => [one, one] as const)}
        onChange={onChange}
      />
      <p className="hint">{t(`team.role.${role}`)}</p>
    </>
  );
}
