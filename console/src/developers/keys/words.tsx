import type { ApiKey } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Badge, Money, type Tone } from '../../ui/parts.tsx';

const TONES: Readonly<Record<ApiKey['status'], Tone>> = { active: 'good', expired: 'warn', revoked: 'bad' };

export function KeyBadge({ status }: { readonly status: ApiKey['status'] }) {
  const { t } = useTexts();
  return <Badge tone={TONES[status]}>{t(`keys.status.${status}`)}</Badge>;
}

/** What the key may do, in a few words. */
export function ScopeWords({ scopes }: { readonly scopes: readonly string[] }) {
  const { t } = useTexts();
  if (scopes.includes('all')) return t('keys.all');
  if (scopes.length === 1 && scopes[0] === 'read_only') return t('keys.readOnly');
  return t('keys.rights', { count: scopes.length });
}

/** The caps of a key; a word for none. */
export function Caps({ caps }: { readonly caps: ApiKey['spend_caps'] }) {
  const { t } = useTexts();
  const { per_purchase: purchase, per_day: day } = caps;
  if (purchase === null && day === null) return t('keys.noCap');
  return (
    <>
      {purchase === null ? null : (
        <div>
          {t('keys.perPurchase')}: <Money {...purchase} />
        </div>
      )}
      {day === null ? null : (
        <div>
          {t('keys.perDay')}: <Money {...day} />
        </div>
      )}
    </>
  );
}
