import { Link, useSearch } from '@tanstack/react-router';
import type { PageSearch } from '../app/frame.ts';
import { useTexts } from '../app/i18n.tsx';

/**
 * Links to the first and to the next page of a list, so that each page has an address.
 * @param more filters that the address of a page must have, because a default changes with time
 */
export function Pager({ next, more = {} }: { readonly next: string | null; readonly more?: object }) {
  const { t } = useTexts();
  const { cursor } = useSearch({ strict: false });
  if (cursor === undefined && next === null) return null;
  return (
    <nav className="actions pager" aria-label={t('app.pages')}>
      {cursor === undefined ? null : (
        <Link to="." search={({ cursor: _former, ...rest }: PageSearch) => rest}>
          {t('app.first')}
        </Link>
      )}
      {next === null ? null : (
        <Link to="." search={(old: PageSearch) => ({ ...old, ...more, cursor: next })}>
          {t('app.next')}
        </Link>
      )}
    </nav>
  );
}
