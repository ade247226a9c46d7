import type { Role } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccessNames } from '../../ui/rights/names.ts';

/** What people with a role may do, in a line: words for a built-in role, the number of rights for others. */
export function AboutRole({ role }: { readonly role: Role | undefined }) {
  const { t } = useTexts();
  const names = useAccessNames();
  if (role === undefined) return null;
  const words = role.built_in ? names.aboutRole(role.id) : null;
  return (
    <p className="hint" aria-live="polite">
      {words ?? t('people.customRole', { count: role.rights.length })}
    </p>
  );
}
