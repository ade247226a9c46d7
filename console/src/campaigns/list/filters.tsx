import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { useSignedIn } from '../../app/session.tsx';
import { FilterForm } from '../../ui/forms/filter-form.tsx';
import { Choice, Field } from '../../ui/inputs.tsx';
import { useOwners } from './owners.ts';
import { type ListSearch, STATES } from './search.ts';

/** What narrows the list. Each choice is in the address. */
export function Filters({ search }: { readonly search: ListSearch }) {
  const { t } = useTexts();
  const { person } = useSignedIn();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search.q ?? '');
  const set = (change: { [Name in keyof ListSearch]?: ListSearch[Name] | undefined }) => {
    const { cursor: _first, ...next } = { ...search, ...change };
    const kept = Object.entries(next).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '/campaigns', search: Object.fromEntries(kept) });
  };
  const states = STATES.map((state) => [state, t(`campaign.state.${state}`)] as const);
  const others = new Map([...useOwners()].filter(([id]) => id !== person.id));
  if (search.owner !== undefined && search.owner !== person.id && !others.has(search.owner))
    others.set(search.owner, search.owner);
  return (
    <FilterForm className="filters" onFind={() => set({ q: typed.trim() })}>
      <Field label={t('campaigns.search')} value={typed} onChange={setTyped} maxLength={100} />
      <Choice
        label={t('campaigns.state')}
        value={search.state ?? 'any'}
        options={[['any', t('campaigns.anyState')], ...states]}
        onChange={(state) => set({ state: state === 'any' ? undefined : state })}
      />
      <Choice
        label={t('campaigns.owner')}
        value={search.owner ?? 'any'}
        options={[['any', t('campaigns.anyOwner')], [person.id, t('campaigns.mine')], ...others]}
        onChange={(owner) => set({ owner: owner === 'any' ? undefined : owner })}
      />
      <Choice
        label={t('campaigns.shown')}
        value={search.shown ?? 'open'}
        options={[
          ['open', t('campaigns.notArchived')],
          ['archived', t('campaigns.archived')],
          ['all', t('campaigns.all')],
        ]}
        onChange={(shown) => set({ shown: shown === 'open' ? undefined : shown })}
      />
      <Day label={t('campaigns.from')} value={search.from} onChange={(from) => set({ from })} />
      <Day label={t('campaigns.to')} value={search.to} onChange={(to) => set({ to })} />
    </FilterForm>
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string) => void;
}) {
  return (
    <label className="field">
      {label}
      <input type="date" value={value ?? ''} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
