import { Link } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { useStaffApi } from '../data.ts';
import type { StaffAlertList } from '../types.ts';
import { useTitle } from './words.tsx';

const POLL_MS = 15_000;

/** How many alerts are open, with the way to them; nothing if all is well. */
export function AlertNotice() {
  const { t } = useTexts();
  const { data } = useStaffApi<StaffAlertList>('/alerts', { everyMs: POLL_MS });
  const title = useTitle();
  const alerts = data?.data ?? [];
  if (alerts.length === 0) return null;
  const urgent = alerts.filter(({ severity }) => severity === 'page').length;
  return (
    <div className={`notice ${urgent > 0 ? 'bad' : 'warn'}`} role="status">
      <p>
        {urgent > 0
          ? t('alerts.urgent', {
              count: urgent,
              names: alerts.slice(0, urgent).map(title).join('; '),
            })
          : t('alerts.waiting', { count: alerts.length })}{' '}
        <Link to="/operations/alerts">{t('nav.alerts')}</Link>
      </p>
    </div>
  );
}
