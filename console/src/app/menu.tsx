import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/inputs.tsx';
import { useTexts } from './i18n.tsx';
import { type MenuEntry, NAV_GROUPS } from './nav.ts';

/** The menu in its groups: beside the screen, or behind a button where the window is narrow. */
export function Menu({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    if (path !== '') setOpen(false);
  }, [path]);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen]);
  const groups = NAV_GROUPS.map(
    (group) => [group, entries.filter((entry) => entry.group === group)] as const,
  );
  return (
    <div className={isOpen ? 'side open' : 'side'}>
      <div className="menu-button">
        <Button ref={button} aria-expanded={isOpen} aria-controls="menu" onPress={() => setOpen(!isOpen)}>
          {t('nav.menu')}
        </Button>
      </div>
      <nav id="menu" aria-label={t('nav.label')}>
        <Entries entries={entries.filter(({ group }) => group === undefined)} />
        {groups.map(([group, grouped]) =>
          grouped.every(({ text }) => t(text) === t(`nav.group.${group}`)) ? (
            // A title that only repeats its entry is left out.
            <Entries key={group} entries={grouped} />
          ) : (
            <div key={group}>
              <p id={`menu-${group}`} className="menu-title">
                {t(`nav.group.${group}`)}
              </p>
              <Entries entries={grouped} labelledBy={`menu-${group}`} />
            </div>
          ),
        )}
      </nav>
    </div>
  );
}

function Entries({
  entries,
  labelledBy,
}: {
  readonly entries: readonly MenuEntry[];
  readonly labelledBy?: string;
}) {
  const { t } = useTexts();
  if (entries.length === 0) return null;
  return (
    <ul aria-labelledby={labelledBy}>
      {entries.map(({ to, text }) => (
        <li key={to}>
          <Link to={to} activeOptions={{ exact: to === '/' || to === '/operations', includeSearch: false }}>
            {t(text)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
