import { Link, useSearch } from '@tanstack/react-router';
import type { ApiKeyList } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { Caps, KeyBadge, ScopeWords } from './words.tsx';

/** The API keys of the account, newest first. */
export function KeysPage() {
  const { t } = useTexts();
  const { cursor } = useSearch({ strict: false });
  const mayChange = useRight('keys:write');
  const { data, error } = useApi<ApiKeyList>('/v1/api-keys', { query: { limit: 50, cursor } });
  const create = mayChange ? (
    <Link className="button primary" to="/developers/keys/new">
      {t('keys.create')}
    </Link>
  ) : null;
  return (
    <Screen title={t('keys.title')} actions={create}>
      <p className="lead">{t('keys.lead')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('keys.none')}>
          <p>{t('keys.noneHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : <KeyTable keys={data.data} />}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

function KeyTable({ keys }: { readonly keys: ApiKeyList['data'] }) {
  const { t } = useTexts();
  return (
    <DataTable
      caption={t('keys.title')}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('keys.name'),
          cell: ({ id, name }) => (
            <Link to="/developers/keys/$keyId" params={{ keyId: id }}>
              {name === '' ? id : name}
            </Link>
          ),
        },
        { title: t('keys.key'), cell: ({ last_four: end }) => <code>{`…${end}`}</code> },
        { title: t('keys.status'), cell: ({ status }) => <KeyBadge status={status} /> },
        { title: t('keys.scopes'), cell: ({ scopes }) => <ScopeWords scopes={scopes} /> },
        { title: t('keys.caps'), cell: ({ spend_caps: caps }) => <Caps caps={caps} /> },
        {
          title: t('keys.expires'),
          cell: ({ expires_at: at }) => (at === null ? t('app.never') : <Time at={at} />),
        },
        {
          title: t('keys.lastUsed'),
          cell: ({ last_used_at: at }) => (at === null ? t('keys.unused') : <Time at={at} />),
        },
      ]}
    />
  );
}
