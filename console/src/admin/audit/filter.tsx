import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { FilterForm } from '../../ui/forms/filter-form.tsx';
import { Choice, Field } from '../../ui/inputs.tsx';
import { ActionChoice } from './action.tsx';
import type { AuditSearch } from './search.ts';

/** The fields by which entries are found. */
export function AuditFilter({
  search,
  principals,
}: {
  readonly search: AuditSearch;
  readonly principals: ReadonlyMap<string, string>;
}) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Required<Omit<AuditSearch, 'cursor'>>>({
    action: search.action ?? '',
    principal: search.principal ?? '',
    subject: search.subject ?? '',
    from: search.from ?? '',
    to: search.to ?? '',
  });
  const change = (part: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...part }));
  const find = () => {
    const chosen = Object.entries(draft).map(([field, text]) => [field, text.trim()] as const);
    return navigate({
      to: '/admin/audit',
      search: Object.fromEntries(chosen.filter(([, text]) => text !== '')),
    });
  };
  // A principal of a link whose name is not known can still be chosen.
  const ids = new Set([...principals.keys(), ...(draft.principal === '' ? [] : [draft.principal])]);
  return (
    <FilterForm onFind={() => void find()}>
      <ActionChoice value={draft.action} isOfPlatform={false} onChange={(action) => change({ action })} />
      <Choice
        label={t('audit.who')}
        value={draft.principal}
        options={[['', t('audit.anyone')], ...[...ids].map((id) => [id, principals.get(id) ?? id] as const)]}
        onChange={(principal) => change({ principal })}
      />
      <Field
        label={t('audit.subject')}
        hint={t('audit.subjectHint')}
        maxLength={64}
        value={draft.subject}
        onChange={(subject) => change({ subject })}
      />
      <Field label={t('audit.from')} type="date" value={draft.from} onChange={(from) => change({ from })} />
      <Field
        label={t('audit.to')}
        hint={t('finance.utc')}
        type="date"
        value={draft.to}
        onChange={(to) => change({ to })}
      />
    </FilterForm>
  );
}
