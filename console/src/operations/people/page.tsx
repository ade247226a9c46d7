import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Badge, Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useStaffApi, useStaffRight, useStaffSend } from '../data.ts';
import { ReasonField } from '../parts.tsx';
import type { StaffPerson, StaffPersonList } from '../types.ts';

const PAGE = 50;

/** People of all clients: who they are, and whether they may act. */
export function PeoplePage() {
  const { t } = useTexts();
  const { q = '', cursor } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data, error } = useStaffApi<StaffPersonList>('/people', { query: { q, cursor, limit: PAGE } });
  return (
    <Screen title={t('nav.staffPeople')}>
      <SearchForm
        key={q}
        label={t('staffPeople.search')}
        first={q}
        onFind={(text) => void navigate({ to: '/operations/people', search: text === '' ? {} : { q: text } })}
      />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('staffPeople.none')}>
          <p>{t('staffPeople.noneHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : <People people={data.data} />}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

function People({ people }: { readonly people: readonly StaffPerson[] }) {
  const { t } = useTexts();
  const mayChange = useStaffRight('people:write');
  return (
    <DataTable
      caption={t('nav.staffPeople')}
      rows={people}
      keyOf={({ id, organisation_id: organisation }) => `${id} ${organisation}`}
      columns={[
        { title: t('staffPeople.email'), cell: ({ email }) => email },
        { title: t('staffPeople.name'), cell: ({ name }) => name },
        { title: t('operations.organisation'), cell: ({ organisation_name: name }) => name },
        { title: t('staffPeople.role'), cell: ({ role }) => role },
        {
          title: t('purchases.status'),
          cell: ({ suspended_at: at }) =>
            at === null ? (
              <Badge tone="good">{t('people.status.active')}</Badge>
            ) : (
              <Badge tone="bad">{t('people.status.suspended')}</Badge>
            ),
        },
        {
          title: t('staffPeople.seen'),
          cell: ({ last_seen_at: at }) => (at === null ? t('operations.never') : <Time at={at} />),
        },
        {
          title: t('staffCampaigns.commands'),
          cell: (person) => (mayChange ? <Standing person={person} /> : '–'),
        },
      ]}
    />
  );
}

/** Keeps a person from acting for an organisation, or ends that. */
function Standing({ person }: { readonly person: StaffPerson }) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [reason, setReason] = useState('');
  const { id, email, organisation_id: organisation, organisation_name: name } = person;
  const verb = person.suspended_at === null ? 'suspend' : 'restore';
  return (
    <ConfirmButton
      kind={verb === 'suspend' ? 'danger' : 'plain'}
      label={t(`staffPeople.${verb}`)}
      title={t(`staffPeople.${verb}Title`, { email, organisation: name })}
      confirm={t(`staffPeople.${verb}Confirm`, { email })}
      isConfirmDisabled={reason.trim() === ''}
      onConfirm={async () => {
        await send(`/people/${id}/${verb}`, { organisation_id: organisation, reason });
        setReason('');
      }}
    >
      <div className="form">
        <p>{t(`staffPeople.${verb}Hint`)}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}
