import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { type ModeName, modeOf } from '../app/mode.ts';
import { useSignedIn } from '../app/session.tsx';
import { PurchaseBadge } from '../purchases/words.tsx';
import { Field } from '../ui/inputs.tsx';
import { Badge } from '../ui/parts.tsx';
import { SearchForm } from '../ui/search-form.tsx';
import type { Purchase } from './types.ts';

/** One field for everything: it leads to what was found. */
export function SearchField({ q = '' }: { readonly q?: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <SearchForm
      label={t('operations.search')}
      hint={t('operations.searchHint')}
      first={q}
      onFind={(text) => {
        if (text !== '') void navigate({ to: '/operations/search', search: { q: text } });
      }}
    />
  );
}

/** How real the purchases of an account are. */
export function useMode(livemode: boolean): ModeName {
  return modeOf(livemode, useSignedIn().staff?.networks ?? 'real');
}

/** Live, simulated or test, in a word. */
export function Mode({ livemode }: { readonly livemode: boolean }) {
  const { t } = useTexts();
  const mode = useMode(livemode);
  return <Badge tone={mode === 'live' ? 'good' : 'warn'}>{t(`mode.${mode}`)}</Badge>;
}

export function Status({ purchase }: { readonly purchase: Purchase }) {
  return <PurchaseBadge status={purchase.status} />;
}

/** The reason for a change, which the audit log keeps. */
export function ReasonField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTexts();
  return (
    <Field
      label={t('operations.reason')}
      hint={t('operations.reasonHint')}
      value={value}
      onChange={onChange}
      maxLength={500}
    />
  );
}
