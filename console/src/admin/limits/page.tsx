import { useTexts } from '../../app/i18n.tsx';
import { Screen } from '../../ui/parts.tsx';
import { BlocklistCard } from './blocklist.tsx';
import { BundlesCard } from './bundles.tsx';
import { LimitsCard } from './limits.tsx';

/** The rules that protect the account from mistakes: limits, allowed bundles and blocked numbers. */
export function LimitsPage() {
  const { t } = useTexts();
  return (
    <Screen title={t('limits.title')}>
      <p className="lead">{t('limits.lead')}</p>
      <LimitsCard />
      <BundlesCard />
      <BlocklistCard />
    </Screen>
  );
}
