import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePrincipals } from '../../admin/audit/names.ts';
import { useTexts } from '../../app/i18n.tsx';
import { fromLocalInput, toLocalInput } from '../../app/local-time.ts';
import { useFormat } from '../../ui/format.ts';
import { FilterForm } from '../../ui/forms/filter-form.tsx';
import { Choice, Field } from '../../ui/inputs.tsx';
import type { RequestSearch } from './search.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Draft = Required<Omit<RequestSearch, 'cursor'>>;

/** The fields by which requests are found. Times are where the browser is; the address has them with their zone. */
export function RequestFilter({ search }: { readonly search: RequestSearch }) {
  const { t } = useTexts();
  const { zone } = useFormat();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => draftOf(search));
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (text: string) => setDraft((old) => ({ ...old, [name]: text })),
  });
  return (
    <FilterForm onFind={() => void navigate({ to: '/developers/requests', search: searchOf(draft) })}>
      <Field label={t('requests.id')} hint={t('requests.idHint')} maxLength={64} {...field('request_id')} />
      <Choice
        label={t('requests.method')}
        options={[['', t('requests.anyMethod')], ...METHODS.map((one) => [one, one] as const)]}
        {...field('method')}
      />
      <Field label={t('requests.path')} hint={t('requests.pathHint')} maxLength={1_000} {...field('path')} />
      <Field
        label={t('requests.status')}
        hint={t('requests.statusHint')}
        maxLength={3}
        inputProps={{ pattern: '[1-5]([0-9]{2}|[xX]{2})' }}
        {...field('status')}
      />
      <Senders {...field('principal')} />
      <Field label={t('requests.from')} inputProps={{ type: 'datetime-local' }} {...field('from')} />
      <Field
        label={t('requests.to')}
        hint={t('requests.zone', { zone })}
        inputProps={{ type: 'datetime-local' }}
        {...field('to')}
      />
    </FilterForm>
  );
}

/** The keys and people whose names the reader may see, and the one of the address. */
function Senders({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const { t } = useTexts();
  const { known } = usePrincipals();
  const ids = new Set([...known.keys(), ...(value === '' ? [] : [value])]);
  return (
    <Choice
      label={t('requests.sender')}
      value={value}
      options={[['', t('audit.anyone')], ...[...ids].map((id) => [id, known.get(id) ?? id] as const)]}
      onChange={onChange}
    />
  );
}

function draftOf({ from, to, ...search }: RequestSearch): Draft {
  const local = (iso = '') => (Number.isNaN(Date.parse(iso)) ? '' : toLocalInput(iso));
  return {
    request_id: search.request_id ?? '',
    method: METHODS.find((one) => one === search.method) ?? '',
    path: search.path ?? '',
    status: search.status ?? '',
    principal: search.principal ?? '',
    from: local(from),
    to: local(to),
  };
}

function searchOf({ from, to, ...draft }: Draft): RequestSearch {
  const chosen = { ...draft, from: fromLocalInput(from) ?? '', to: fromLocalInput(to) ?? '' };
  const trimmed = Object.entries(chosen).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''));
}
