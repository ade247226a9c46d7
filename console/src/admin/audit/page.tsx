import { Link, useSearch } from '@tanstack/react-router';
import type { AuditEntryList } from '../../../../clients/typescript/src/types.ts';
import { download } from '../../app/api.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount } from '../../app/session.tsx';
import { useFormat } from '../../ui/format.ts';
import { Button } from '../../ui/inputs.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useTask } from '../../ui/task.ts';
import { ActionCode } from './action.tsx';
import { Changes } from './changes.tsx';
import { AuditFilter } from './filter.tsx';
import { usePrincipals } from './names.ts';
import { auditQuery, readAuditSearch } from './search.ts';
import { useAuditWords } from './words.ts';

/** Who did what in the account, newest first. */
export function AuditPage() {
  const { t } = useTexts();
  const search = readAuditSearch(useSearch({ strict: false }));
  const query = auditQuery(search);
  const { known, nameOf } = usePrincipals();
  const { data, error } = useApi<AuditEntryList>('/v1/audit-log', {
    query: { ...query, limit: 50, cursor: search.cursor },
  });
  return (
    <Screen title={t('audit.title')} actions={<Download query={query} />}>
      <p className="lead">{t('audit.lead')}</p>
      <AuditFilter key={JSON.stringify({ ...search, cursor: '' })} search={search} principals={known} />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={8} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('audit.none')}>
          <Link to="/admin/audit">{t('audit.all')}</Link>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : <Entries entries={data.data} nameOf={nameOf} />}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

function Entries({
  entries,
  nameOf,
}: {
  readonly entries: AuditEntryList['data'];
  readonly nameOf: ReturnType<typeof usePrincipals>['nameOf'];
}) {
  const { t } = useTexts();
  const { number } = useFormat();
  const words = useAuditWords();
  return (
    <DataTable
      caption={t('audit.title')}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { title: t('audit.number'), cell: (entry) => number(entry.number) },
        { title: t('audit.when'), cell: ({ created_at: at }) => <Time at={at} /> },
        { title: t('audit.who'), cell: ({ principal }) => nameOf(principal) },
        {
          title: t('audit.action'),
          cell: ({ action }) => (
            <>
              <Link to="/admin/audit" search={{ action }}>
                {words.action(action)}
              </Link>
              <ActionCode action={action} />
            </>
          ),
        },
        {
          title: t('audit.subject'),
          cell: ({ subject }) => (
            <Link to="/admin/audit" search={{ subject }}>
              {subject}
            </Link>
          ),
        },
        { title: t('audit.details'), cell: (entry) => <Changes entry={entry} /> },
      ]}
    />
  );
}

/** All entries that the filter finds, as a file. */
function Download({ query }: { readonly query: ReturnType<typeof auditQuery> }) {
  const { t } = useTexts();
  const { id } = useAccount();
  const task = useTask();
  return (
    <>
      <Problem error={task.error} />
      <Button
        isPending={task.isRunning}
        onPress={() =>
          void task.run(() =>
            download(id, '/v1/audit-log', { accept: 'text/csv', query: { ...query, bom: true } }),
          )
        }
      >
        {t('finance.csv')}
      </Button>
    </>
  );
}
