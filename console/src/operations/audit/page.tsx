import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionChoice, ActionCode } from '../../admin/audit/action.tsx';
import { EntryDetails } from '../../admin/audit/changes.tsx';
import { useAuditWords } from '../../admin/audit/words.ts';
import { useTexts } from '../../app/i18n.tsx';
import { FilterForm } from '../../ui/forms/filter-form.tsx';
import { Field } from '../../ui/inputs.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useActors } from '../actors.ts';
import { useStaffApi } from '../data.ts';
import type { StaffAuditEntry, StaffAuditEntryList } from '../types.ts';
import { useAccounts } from './accounts.ts';
import { FIELDS, readStaffAuditSearch, type StaffAuditSearch, staffAuditQuery } from './search.ts';

/** Who did what, in all accounts and on the platform, newest first. */
export function StaffAuditPage() {
  const { t } = useTexts();
  const address = useSearch({ strict: false });
  const { cursor } = address;
  const search = readStaffAuditSearch(address);
  const { data, error } = useStaffApi<StaffAuditEntryList>('/audit-log', {
    query: { ...staffAuditQuery(search), cursor },
  });
  return (
    <Screen title={t('nav.staffAudit')}>
      <p className="lead">{t('staffAudit.lead')}</p>
      <Filter key={JSON.stringify(search)} search={search} />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={8} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('audit.none')}>
          <Link to="/operations/audit">{t('audit.all')}</Link>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : <Entries entries={data.data} />}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

function Filter({ search }: { readonly search: StaffAuditSearch }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<StaffAuditSearch>(search);
  const field = (name: (typeof FIELDS)[number]) => ({
    value: draft[name] ?? '',
    onChange: (text: string) => setDraft((old) => ({ ...old, [name]: text })),
  });
  const find = () => {
    const chosen = FIELDS.map((name) => [name, draft[name]?.trim() ?? ''] as const);
    return navigate({
      to: '/operations/audit',
      search: Object.fromEntries(chosen.filter(([, text]) => text !== '')),
    });
  };
  return (
    <FilterForm onFind={() => void find()}>
      <Field label={t('app.account')} hint={t('staffAudit.ofHint')} maxLength={64} {...field('of')} />
      <ActionChoice value={draft.action ?? ''} isOfPlatform onChange={field('action').onChange} />
      <Field label={t('audit.who')} hint={t('staffAudit.whoHint')} maxLength={200} {...field('principal')} />
      <Field label={t('audit.subject')} hint={t('audit.subjectHint')} maxLength={64} {...field('subject')} />
      <Field label={t('audit.from')} type="date" {...field('from')} />
      <Field label={t('audit.to')} hint={t('finance.utc')} type="date" {...field('to')} />
    </FilterForm>
  );
}

function Entries({ entries }: { readonly entries: readonly StaffAuditEntry[] }) {
  const { t } = useTexts();
  const words = useAuditWords();
  const actor = useActors();
  const account = useAccounts(entries);
  return (
    <DataTable
      caption={t('nav.staffAudit')}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { title: t('audit.when'), cell: ({ created_at: at }) => <Time at={at} /> },
        {
          title: t('audit.who'),
          cell: ({ principal_kind: kind, principal_id: principal }) => (
            <>
              {actor.kind(kind)}{' '}
              <Link to="/operations/audit" search={{ principal }}>
                {actor.name(principal)}
              </Link>
            </>
          ),
        },
        {
          title: t('audit.action'),
          cell: ({ action }) => (
            <>
              <Link to="/operations/audit" search={{ action }}>
                {words.action(action)}
              </Link>
              <ActionCode action={action} />
            </>
          ),
        },
        {
          title: t('audit.subject'),
          cell: ({ subject }) => (
            <Link to="/operations/audit" search={{ subject }}>
              {subject}
            </Link>
          ),
        },
        {
          title: t('app.account'),
          cell: ({ account_id: of }) =>
            of === null ? (
              t('audit.platform')
            ) : (
              <Link to="/operations/audit" search={{ of }}>
                {account(of)?.name ?? of}
              </Link>
            ),
        },
        {
          title: t('audit.details'),
          cell: (entry) => (
            <EntryDetails entry={entry} currency={account(entry.account_id)?.available.currency ?? null} />
          ),
        },
      ]}
    />
  );
}
