import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ADMIN_SECTIONS } from '../admin/sections.ts';
import { useTexts } from '../app/i18n.tsx';
import { modeOf } from '../app/mode.ts';
import { navFor } from '../app/nav.ts';
import { type Account, type Session, useAccount, useRight } from '../app/session.tsx';
import { DEVELOPER_SECTIONS } from '../developers/sections.ts';
import { FINANCE_TABS } from '../finance/tabs.tsx';
import type { Section } from '../ui/sections.tsx';
import { type Command, looksLikeKey, matching } from './commands.ts';
import { toCommand, useCommonCommands } from './common.ts';
import { PaletteDialog } from './dialog.tsx';
import { useFound } from './found.ts';
import { useSearches } from './searches.ts';

/**
 * Goes to any screen, account, campaign, person, theme or language by its name, to a purchase by number, reference or id, and to a
 * request by id.
 */
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
  const named = matching(useCommands(accounts), typed);
  const found = [...named, ...useFound(typed)];
  const searches = useSearches(typed);
  const ordered = looksLikeKey(typed) ? [...searches, ...found] : [...found, ...searches];
  return (
    <PaletteDialog
      hint={t(mayReadRequests ? 'palette.hintRequests' : 'palette.hint')}
      typed={typed}
      onType={setTyped}
      commands={ordered}
      onClose={onClose}
    />
  );
}

/** Screens that the menu does not name. */
const MORE_SCREENS: readonly Section[] = [
  { to: '/campaigns/new', text: 'campaigns.new', right: 'batches:create' },
  { to: '/campaigns/schedules', text: 'schedules.title', right: 'batches:read' },
  ...FINANCE_TABS.slice(1),
  ...DEVELOPER_SECTIONS,
  ...ADMIN_SECTIONS,
];

function useScreens(): readonly Section[] {
  const { rights } = useAccount();
  return MORE_SCREENS.filter(({ right }) => rights.includes(right));
}

/** What the person may do here, whatever they type. */
function useCommands(accounts: readonly Account[]): readonly Command[] {
  const { t } = useTexts();
  const navigate = useNavigate();
  const current = useAccount();
  const [profile, ...common] = useCommonCommands();
  return [
    ...navFor(current.rights).map(({ to, text }) =>
      toCommand('screens', to, t(text), () => void navigate({ to })),
    ),
    ...useScreens().map(({ to, text }) => toCommand('screens', to, t(text), () => void navigate({ to }))),
    ...(profile === undefined ? [] : [profile]),
    ...accounts
      .filter(({ id }) => id !== current.id)
      .map(({ id, name, livemode, networks }) =>
        toCommand('accounts', id, `${name} – ${t(`mode.${modeOf(livemode, networks)}`)}`, () => {
          void navigate({ to: '/', search: { account: id } });
        }),
      ),
    ...common,
  ];
}
