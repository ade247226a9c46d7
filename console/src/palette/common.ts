import { useNavigate } from '@tanstack/react-router';
import { LOCALES, useTexts } from '../app/i18n.tsx';
import { THEMES, useTheme } from '../app/theme.ts';
import type { Command } from './commands.ts';

/** A command with an id that no other section has. */
export function toCommand(section: Command['section'], id: string, text: string, run: () => void): Command {
  return { id: `${section} ${id}`, section, text, run };
}

/** What everyone may do, whatever they type: their own access, themes and languages. */
export function useCommonCommands(): readonly Command[] {
  const { t, locale, change } = useTexts();
  const [, setTheme] = useTheme();
  const navigate = useNavigate();
  const languages = new Intl.DisplayNames([locale], { type: 'language' });
  return [
    toCommand('screens', '/profile', t('nav.profile'), () => void navigate({ to: '/profile' })),
    ...THEMES.map((theme) =>
      toCommand('theme', theme, `${t('profile.theme')}: ${t(`profile.theme.${theme}`)}`, () =>
        setTheme(theme),
      ),
    ),
    ...LOCALES.filter((one) => one !== locale).map((one) =>
      toCommand(
        'language',
        one,
        `${t('profile.language')}: ${languages.of(one) ?? one}`,
        () => void change(one),
      ),
    ),
  ];
}
