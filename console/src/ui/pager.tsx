import { Link, useSearch } from '@tanstack/react-router';
import type { PageSearch } from '../app/frame.ts';
import { useTexts } from '../app/i18n.tsx';

/**
 * Links to the first and to the next page of a list, so that each page has an address.
 * @param more filters that the address of a page must have, because a default changes with time
 * @param pin what the address of a page has beside its cursor; the first page is without it
 * @param isBusy whether another page is still read, so that `next` is that of the former one
 */
export function Pager({
  next,
  more = {},
  pin = {},
  isBusy = false,
}: {
  readonly next: string | null;
  readonly more?: object;
  readonly pin?: object;
  readonly isBusy?: boolean;
}) {
  const { t } = useTexts();
  const { cursor } = useSearch({ strict: false });
  if (cursor === undefined && next === null) return null;
  return (
    <nav className="actions pager" aria-label={t('app.pages')}>
      {cursor === undefined ? null : (
        <Link to="." search={(old: PageSearch) => firstOf(old, pin)}>
          {t('app.first')}
        </Link>
      )}
      {next === null ? null : (
        <Link
          to="."
          search={(old: PageSearch) => ({ ...old, ...more, ...pin, cursor: next })}
          disabled={isBusy}
        >
          {t('app.next')}
        </Link>
      )}
    </nav>
  );
}

function firstOf({ cursor: _former, ...rest }: PageSearch, pin: object): object {
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in pin)));
}
