import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/parts.tsx';
import { useTexts } from './i18n.tsx';

/** Nothing is at this address. */
export function NotFound() {
  const { t } = useTexts();
  return (
    <Empty title={t('app.notFound')}>
      <Link to="/">{t('app.toHome')}</Link>
    </Empty>
  );
}
