import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { modeOf } from '../app/mode.ts';
import { staffNavFor } from '../app/nav.ts';
import { useSignedIn } from '../app/session.tsx';
import { useStaffApi, useStaffRight } from '../operations/data.ts';
import type { StaffPersonList, StaffSearch } from '../operations/types.ts';
import { type Command, looksLikeKey, matching } from './commands.ts';
import { toCommand, useCommonCommands } from './common.ts';
import { PaletteDialog } from './dialog.tsx';
import { useSettled } from './settled.ts';

/** As many of a kind as are listed. */
const FOUND_MAX = 5;

/** Goes to any staff screen by its name, and to purchases, accounts and people of all clients. */
export function StaffPalette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { staff } = useSignedIn();
  const screens = staffNavFor(staff?.rights ?? []).map(({ to, text }) =>
    toCommand('screens', to, t(text), () => void navigate({ to })),
  );
  const common = useCommonCommands();
  const named = matching([...screens, ...common], typed);
  const found = useStaffFound(typed);
  const ordered = looksLikeKey(typed) ? [...found, ...named] : [...named, ...found];
  return (
    <PaletteDialog
      hint={t('palette.hintStaff')}
      typed={typed}
      onType={setTyped}
      commands={ordered}
      onClose={onClose}
    />
  );
}

/** What the text names over all clients, and the search for everything else. */
function useStaffFound(typed: string): readonly Command[] {
  const { t } = useTexts();
  const navigate = useNavigate();
  const networks = useSignedIn().staff?.networks ?? 'real';
  const text = useSettled(typed);
  const isTyped = text !== '';
  const maySearch = useStaffRight('purchases:read');
  const mayReadPeople = useStaffRight('people:read');
  const { data } = useStaffApi<StaffSearch>('/search', { query: { q: text }, enabled: isTyped && maySearch });
  const { data: people } = useStaffApi<StaffPersonList>('/people', {
    query: { q: text, limit: FOUND_MAX },
    enabled: isTyped && mayReadPeople,
  });
  if (!isTyped) return [];
  return [
    ...(maySearch
      ? [
          toCommand('search', 'staff', t('palette.searchAll', { text }), () => {
            void navigate({ to: '/operations/search', search: { q: text } });
          }),
        ]
      : []),
    ...(data?.purchases ?? [])
      .slice(0, FOUND_MAX)
      .map(({ purchase: { id, reference }, account_name: account }) =>
        toCommand('purchases', id, `${reference} – ${account}`, () => {
          void navigate({ to: '/operations/purchases/$purchaseId', params: { purchaseId: id } });
        }),
      ),
    ...(data?.accounts ?? []).slice(0, FOUND_MAX).map(({ id, name, livemode }) =>
      toCommand('clientAccounts', id, `${name} – ${t(`mode.${modeOf(livemode, networks)}`)}`, () => {
        void navigate({ to: '/operations/accounts/$accountId', params: { accountId: id } });
      }),
    ),
    ...(people?.data ?? []).map(({ id, email, organisation_id: organisation, organisation_name: name }) =>
      toCommand('people', `${id} ${organisation}`, `${email} – ${name}`, () => {
        void navigate({ to: '/operations/people', search: { q: email } });
      }),
    ),
  ];
}
