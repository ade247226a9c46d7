import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { NetworkList, Purchase, PurchaseList } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRight } from '../app/session.tsx';
import { Pager } from '../ui/pager.tsx';
import { Card, Empty, Money, PhoneNumber, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { SearchForm } from '../ui/search-form.tsx';
import { DataTable } from '../ui/table.tsx';
import { readLocalNumber } from './local-number.ts';
import { readReferenceToo, readWish, type Wish } from './search.ts';
import { PurchaseBadge } from './words.tsx';

/** One field finds purchases by phone number, reference or id. Without a search, the newest are listed. */
export function PurchasesPage() {
  const { t } = useTexts();
  const { q = '' } = useSearch({ strict: false });
  return (
    <Screen title={t('purchases.title')}>
      {/* A search from elsewhere, such as the palette, is shown in the field too. */}
      <PurchaseSearch first={q} key={`field ${q}`} />
      <Found wish={readWish(q)} typed={q} key={q} />
    </Screen>
  );
}

function PurchaseSearch({ first }: { readonly first: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const find = (text: string) => {
    const wish = readWish(text);
    if (wish.kind === 'purchase') {
      void navigate({ to: '/purchases/$purchaseId', params: { purchaseId: wish.id } });
    } else void navigate({ to: '/purchases', search: text === '' ? {} : { q: text } });
  };
  return (
    <SearchForm label={t('purchases.search')} hint={t('purchases.searchHint')} first={first} onFind={find} />
  );
}

function Found({ wish, typed }: { readonly wish: Wish; readonly typed: string }) {
  const { t } = useTexts();
  const { cursor } = useSearch({ strict: false });
  const filter = wish.kind === 'list' ? { [wish.field]: wish.value } : {};
  const { data, error } = useApi<PurchaseList>('/v1/purchases', {
    query: { ...filter, limit: 25, cursor },
    enabled: wish.kind !== 'local-number',
  });
  const reference = readReferenceToo(typed);
  const byReference = useApi<PurchaseList>('/v1/purchases', {
    query: { reference: reference ?? '', limit: 1 },
    enabled: reference !== null,
  });
  const problem = error ?? byReference.error;
  if (problem !== null) return <Problem error={problem} />;
  if (reference !== null && byReference.data === undefined) return <Skeleton lines={6} />;
  const named = byReference.data?.data ?? [];
  const title = t('purchases.byReference');
  const alsoNamed =
    named.length === 0 ? null : (
      <Card title={title}>
        <PurchaseTable rows={named} caption={title} q={typed} />
      </Card>
    );
  if (wish.kind === 'local-number') {
    return (
      <>
        {alsoNamed}
        <LocalNumber typed={typed} mayLeave={alsoNamed === null} />
      </>
    );
  }
  if (data === undefined) return <Skeleton lines={6} />;
  if (data.data.length === 0) {
    if (alsoNamed !== null) return alsoNamed;
    return (
      <Empty title={t(wish.kind === 'list' ? 'purchases.none' : 'purchases.empty')}>
        <p>{t(wish.kind === 'list' ? 'purchases.noneHint' : 'purchases.emptyHint')}</p>
      </Empty>
    );
  }
  const caption = wish.kind === 'list' ? t(FOUND_BY[wish.field]) : t('purchases.title');
  const table = (
    <>
      <PurchaseTable rows={data.data} caption={caption} q={wish.kind === 'list' ? typed : ''} />
      <Pager next={data.next_cursor} />
    </>
  );
  if (wish.kind !== 'list') return table;
  return (
    <>
      {alsoNamed}
      <Card title={caption}>{table}</Card>
    </>
  );
}

const FOUND_BY = { phone_number: 'purchases.byNumber', reference: 'purchases.byReference' } as const;

/**
 * Searches the number in the country whose networks are sold, because customers leave their country out. If there are several
 * countries, or the text is a reference too, it offers each.
 * @param mayLeave whether nothing else was found, which would be left
 */
function LocalNumber({ typed, mayLeave }: { readonly typed: string; readonly mayLeave: boolean }) {
  const { t, locale } = useTexts();
  const canRead = useRight('catalogue:read');
  const { data } = useApi<NetworkList>('/v1/networks', { query: { limit: 100 }, enabled: canRead });
  const found = readLocalNumber(typed, data?.data.map(({ country }) => country) ?? []);
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const [only, ...others] = found;
  if (mayLeave && only !== undefined && others.length === 0)
    return <Navigate to="/purchases" search={{ q: only.number }} replace />;
  return (
    <Empty title={t('purchases.localNumber')}>
      {found.map(({ country, number }) => (
        <p key={country}>
          <Link to="/purchases" search={{ q: number }}>
            {t('purchases.inCountry', { number, country: names.of(country) ?? country })}
          </Link>
        </p>
      ))}
    </Empty>
  );
}

/** Purchases with links to them. @param q the search that found them, which the purchase links back to */
export function PurchaseTable({
  rows,
  caption,
  q,
}: {
  readonly rows: readonly Purchase[];
  readonly caption: string;
  readonly q: string;
}) {
  const { t } = useTexts();
  return (
    <DataTable
      isStacked
      caption={caption}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('purchases.reference'),
          cell: ({ id, reference }) => (
            <Link to="/purchases/$purchaseId" params={{ purchaseId: id }} search={q === '' ? {} : { q }}>
              {reference}
            </Link>
          ),
        },
        { title: t('purchases.status'), cell: ({ status }) => <PurchaseBadge status={status} /> },
        { title: t('purchases.number'), cell: ({ phone_number: number }) => <PhoneNumber number={number} /> },
        { title: t('purchases.bundle'), cell: ({ bundle }) => bundle.name },
        { title: t('purchases.price'), isNumber: true, cell: ({ price }) => <Money {...price} /> },
        { title: t('purchases.created'), cell: ({ created_at: at }) => <Time at={at} /> },
      ]}
    />
  );
}
