import { Link, useSearch } from '@tanstack/react-router';
import type { LoggedRequestList } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Button } from '../../ui/inputs.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { Payload } from '../payload.tsx';
import { RequestFilter } from './filter.tsx';
import { readRequestSearch, requestQuery, senderOf } from './search.ts';
import { StatusBadge } from './words.tsx';

/** What the programs and people of the account sent to the API, newest first. */
export function RequestsPage() {
  const { t } = useTexts();
  const search = readRequestSearch(useSearch({ strict: false }));
  const { cursor: _page, ...filters } = search;
  // It is not read again by itself, because each reading is a request that the log would show.
  const { data, error, isFetching, refetch } = useApi<LoggedRequestList>('/v1/requests', {
    query: { ...requestQuery(search), limit: 50 },
  });
  const again = (
    <Button isPending={isFetching} onPress={() => void refetch()}>
      {t('requests.again')}
    </Button>
  );
  return (
    <Screen title={t('requests.title')} actions={again}>
      <p className="lead">{t('requests.lead')}</p>
      <RequestFilter key={JSON.stringify(filters)} search={search} />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={8} /> : null}
      {data?.data.length === 0 ? <NothingFound isFiltered={Object.keys(filters).length > 0} /> : null}
      {data === undefined || data.data.length === 0 ? null : <RequestTable requests={data.data} />}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

/** Why there is nothing, and how a first request is sent. */
function NothingFound({ isFiltered }: { readonly isFiltered: boolean }) {
  const { t } = useTexts();
  const example = `curl ${location.origin}/v1/balance -i -H "Authorization: Bearer $API_KEY"`;
  return (
    <Empty title={t(isFiltered ? 'requests.noMatch' : 'requests.none')}>
      <p>{t('requests.noneHint')}</p>
      <p>{t('requests.tryIt')}</p>
      <Payload text={example} label={t('requests.example')} />
      {isFiltered ? <Link to="/developers/requests">{t('requests.all')}</Link> : null}
    </Empty>
  );
}

function RequestTable({ requests }: { readonly requests: LoggedRequestList['data'] }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <DataTable
      caption={t('requests.title')}
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('requests.request'),
          cell: ({ id, method, path }) => (
            <Link to="/developers/requests/$requestId" params={{ requestId: id }}>
              <code>
                {method} {path}
              </code>
            </Link>
          ),
        },
        { title: t('requests.status'), cell: ({ status }) => <StatusBadge status={status} /> },
        { title: t('requests.when'), cell: ({ created_at: at }) => <Time at={at} isExact /> },
        {
          title: t('requests.sender'),
          cell: (request) => (
            <Link to="/developers/requests" search={{ principal: request.principal.id }}>
              {senderOf(request)}
            </Link>
          ),
        },
        {
          title: t('requests.duration'),
          isNumber: true,
          cell: ({ duration_ms: ms }) => `${number(ms)} ms`,
        },
      ]}
    />
  );
}
