import { Link } from '@tanstack/react-router';
import { useTexts } from './i18n.tsx';
import { useAccount, useSignedIn } from './session.tsx';

/** For these roles, a password or a link is not enough to spend money or change its rules. */
const SPENDING_ROLES = ['owner', 'admin', 'approver'];

/** Whether the person may only read now, because their role needs a second factor. */
export function useLacksFactor(): boolean {
  const { role } = useAccount();
  const { session } = useSignedIn();
  return session.second_factor === 'none' && SPENDING_ROLES.includes(role);
}

/** Says that the person may only read until they set up a second factor; nothing for others. */
export function FactorNotice() {
  const { t } = useTexts();
  if (!useLacksFactor()) return null;
  return (
    <div className="notice warn">
      <p>{t('home.factorMissing')}</p>
      <Link to="/profile">{t('home.setFactor')}</Link>
    </div>
  );
}
