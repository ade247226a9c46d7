import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Autocomplete, Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import { LOCALES, useTexts } from '../app/i18n.tsx';
import { navFor } from '../app/nav.ts';
import { type Account, type Session, useAccount, useRight } from '../app/session.tsx';
import { THEMES, useTheme } from '../app/theme.ts';
import { Overlay } from '../ui/dialog.tsx';
import { Field } from '../ui/inputs.tsx';
import { type Command, looksLikeKey, matching } from './commands.ts';
import { useSearches } from './searches.ts';

const SECTIONS = ['search', 'screens', 'accounts', 'theme', 'language'] as const;

/** Goes to any screen, account, theme or language by its name, to a purchase by number, reference or id, and to a request by id. */
export function Palette({
  accounts,
  onClose,
}: {
  readonly accounts: Session['accounts'];
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const mayReadRequests = useRight('requests:read');
  const [typed, setTyped] = useState('');
  const found = matching(useCommands(accounts), typed);
  const searches = useSearches(typed);
  const ordered = looksLikeKey(typed) ? [...searches, ...found] : [...found, ...searches];
  const sections = [...new Set(ordered.map(({ section }) => section))];
  const run = (id: string) => {
    onClose();
    ordered.find((command) => command.id === id)?.run();
  };
  return (
    <Overlay title={t('palette.title')} isOpen onClose={onClose}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <Field
          label={t('palette.field')}
          hint={t(mayReadRequests ? 'palette.hintRequests' : 'palette.hint')}
          autoFocus
          maxLength={100}
        />
        <Menu
          className="commands"
          aria-label={t('palette.title')}
          onAction={(id) => run(String(id))}
          renderEmptyState={() => t('palette.none')}
        >
          {sections.map((section) => (
            <MenuSection key={section} id={section}>
              <Header className="menu-title">{t(`palette.${section}`)}</Header>
              {ordered
                .filter((command) => command.section === section)
                .map(({ id, text }) => (
                  <MenuItem key={id} id={id} textValue={text}>
                    {text}
                  </MenuItem>
                ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </Overlay>
  );
}

/** What the person may do here, whatever they type. */
function useCommands(accounts: readonly Account[]): readonly Command[] {
  const { t, locale, change } = useTexts();
  const [, setTheme] = useTheme();
  const navigate = useNavigate();
  const current = useAccount();
  const languages = new Intl.DisplayNames([locale], { type: 'language' });
  const of = (section: (typeof SECTIONS)[number], id: string, text: string, run: () => void): Command => ({
    id: `${section} ${id}`,
    section,
    text,
    run,
  });
  return [
    ...navFor(current.rights).map(({ to, text }) =>
      of('screens', to, t(text), () =>
        // The page of campaigns is not a screen of the console.
        to === '/campaigns' ? location.assign(to) : void navigate({ to }),
      ),
    ),
    of('screens', '/profile', t('nav.profile'), () => void navigate({ to: '/profile' })),
    ...accounts
      .filter(({ id }) => id !== current.id)
      .map(({ id, name, livemode }) =>
        of('accounts', id, `${name} – ${t(livemode ? 'mode.live' : 'mode.test')}`, () => {
          void navigate({ to: '/', search: { account: id } });
        }),
      ),
    ...THEMES.map((theme) =>
      of('theme', theme, `${t('profile.theme')}: ${t(`profile.theme.${theme}`)}`, () => setTheme(theme)),
    ),
    ...LOCALES.filter((one) => one !== locale).map((one) =>
      of('language', one, `${t('profile.language')}: ${languages.of(one) ?? one}`, () => void change(one)),
    ),
  ];
}
