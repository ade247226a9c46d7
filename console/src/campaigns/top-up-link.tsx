import { Link } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { useRight } from '../app/session.tsx';

/** Leads to where money is paid in, for those who may see it. */
export function TopUpLink() {
  const { t } = useTexts();
  return useRight('balance:read') ? <Link to="/statements/top-up">{t('campaigns.topUp')}</Link> : null;
}
