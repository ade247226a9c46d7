import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { Badge, Empty, Money, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useNetworkNames } from '../actors.ts';
import { Outcome, useCommand } from '../approval-needed.tsx';
import { useStaffApi, useStaffRight } from '../data.ts';
import { AccountBand } from '../money/band.tsx';
import type { StaffAccountDetail, StaffPrice, StaffPriceList } from '../types.ts';
import { AddBundle } from './add-bundle.tsx';
import { NewPrice } from './new-price.tsx';
import { Review } from './review.tsx';

/** What an account may buy, with its prices. Changes are collected, and booked together after a confirmation that lists them. */
export function PricesPage() {
  const { t } = useTexts();
  const { accountId = '' } = useParams({ strict: false });
  const path = `/accounts/${encodeURIComponent(accountId)}`;
  const { data: account } = useStaffApi<StaffAccountDetail>(path);
  const { data: prices, error } = useStaffApi<StaffPriceList>(`${path}/prices`);
  return (
    <Screen title={t('prices.title', { account: account?.name ?? '' })}>
      <p>
        <Link to="/operations/accounts/$accountId" params={{ accountId }}>
          {t('prices.back')}
        </Link>
      </p>
      <Problem error={error} />
      {prices === undefined && error === null ? <Skeleton lines={8} /> : null}
      {prices === undefined || account === undefined ? null : (
        <Prices account={account} prices={prices.data} />
      )}
    </Screen>
  );
}

function Prices({
  account,
  prices,
}: {
  readonly account: StaffAccountDetail;
  readonly prices: readonly StaffPrice[];
}) {
  const { t } = useTexts();
  const mayChange = useStaffRight('money:write');
  const command = useCommand();
  /** New prices in minor units by bundle; null stops selling it. */
  const [draft, setDraft] = useState<ReadonlyMap<string, number | null>>(new Map());
  const change = (bundleId: string, price: number | null | undefined) => {
    const next = new Map(draft);
    if (price === undefined) next.delete(bundleId);
    else next.set(bundleId, price);
    setDraft(next);
  };
  return (
    <>
      <AccountBand name={account.name} livemode={account.livemode} />
      {mayChange ? null : <p className="hint">{t('prices.readOnly')}</p>}
      <Outcome result={command.result} done={t('prices.changed')} />
      {mayChange ? (
        <Review
          account={account}
          prices={prices}
          draft={draft}
          run={command.run}
          onSent={() => setDraft(new Map())}
        />
      ) : null}
      <PriceTable account={account} prices={prices} draft={draft} onChange={mayChange ? change : null} />
      {mayChange ? (
        <AddBundle
          currency={account.available.currency}
          known={new Set([...prices.map(({ bundle_id: id }) => id), ...draft.keys()])}
          onAdd={(id, price) => change(id, price)}
        />
      ) : null}
    </>
  );
}

function PriceTable({
  account,
  prices,
  draft,
  onChange,
}: {
  readonly account: StaffAccountDetail;
  readonly prices: readonly StaffPrice[];
  readonly draft: ReadonlyMap<string, number | null>;
  /** Null for people who may only read. */
  readonly onChange: ((bundleId: string, price: number | null | undefined) => void) | null;
}) {
  const { t } = useTexts();
  const networkName = useNetworkNames();
  if (prices.length === 0)
    return (
      <Empty title={t('prices.none')}>
        <p>{t('prices.noneHint')}</p>
      </Empty>
    );
  return (
    <DataTable
      caption={t('prices.title', { account: account.name })}
      rows={prices}
      keyOf={({ bundle_id: id }) => id}
      columns={[
        { title: t('purchases.bundle'), cell: ({ name }) => name },
        { title: t('prices.bundleId'), cell: ({ bundle_id: id }) => <code>{id}</code> },
        { title: t('purchase.network'), cell: ({ network_id: network }) => networkName(network) },
        { title: t('purchases.price'), isNumber: true, cell: ({ price }) => <Money {...price} /> },
        { title: t('purchases.status'), cell: ({ withdrawn }) => <Sold withdrawn={withdrawn} /> },
        {
          title: t('prices.new'),
          cell: ({ bundle_id: id, price, name }) =>
            onChange === null ? (
              '–'
            ) : (
              <NewPrice
                name={name}
                price={price}
                chosen={draft.get(id)}
                onChoose={(chosen) => onChange(id, chosen)}
              />
            ),
        },
      ]}
    />
  );
}

function Sold({ withdrawn }: { readonly withdrawn: boolean }) {
  const { t } = useTexts();
  return withdrawn ? (
    <Badge tone="warn">{t('prices.withdrawn')}</Badge>
  ) : (
    <Badge tone="good">{t('prices.sold')}</Badge>
  );
}
