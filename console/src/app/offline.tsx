import { useSyncExternalStore } from 'react';
import { useTexts } from './i18n.tsx';

function listen(change: () => void): () => void {
  addEventListener('online', change);
  addEventListener('offline', change);
  return () => {
    removeEventListener('online', change);
    removeEventListener('offline', change);
  };
}

/** Says that the browser is offline, and that nothing is lost. */
export function Offline() {
  const { t } = useTexts();
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine);
  return isOnline ? null : (
    <p className="notice warn" role="status">
      {t('app.offline')}
    </p>
  );
}
