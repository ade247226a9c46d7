import { Link } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Badge, Money } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { AccountLink, NetworkLink } from '../links.tsx';
import type { StaffMargin } from '../types.ts';
import type { MarginKey, MarginSearch } from './search.ts';
import { totalsOf } from './totals.ts';

/** Whether gateways took more than clients paid. */
export function isBelowCost({ margin }: StaffMargin): boolean {
  return margin.amount < 0;
}

/** One line for each key and currency, and a total for each currency. */
export function MarginTable({
  rows,
  chosen,
}: {
  readonly rows: readonly StaffMargin[];
  readonly chosen: Required<MarginSearch>;
}) {
  const { t } = useTexts();
  const { number, percent } = useFormat();
  return (
    <DataTable
      caption={t('nav.margins')}
      rows={rows}
      totals={totalsOf(rows)}
      keyOf={({ key, revenue }) => `${key} ${revenue.currency}`}
      columns={[
        {
          title: t(`margins.by.${chosen.by}`),
          cell: (row) => <Key row={row} chosen={chosen} />,
          total: ({ revenue: { currency } }) => t('margins.total', { currency }),
        },
        { title: t('margins.sign'), cell: (row) => <Sign row={row} /> },
        { title: t('margins.revenue'), isNumber: true, cell: ({ revenue }) => <Money {...revenue} /> },
        {
          title: t('margins.cost'),
          isNumber: true,
          cell: (row) => (isUnknown(row) ? '–' : <Money {...row.cost} />),
        },
        {
          title: t('margins.margin'),
          isNumber: true,
          cell: (row) => (isUnknown(row) ? '–' : <Money {...row.margin} />),
        },
        {
          title: t('margins.percent'),
          isNumber: true,
          cell: ({ margin_percent: share }) => (share === null ? '–' : percent(share / 100)),
        },
        { title: t('margins.deliveries'), isNumber: true, cell: ({ deliveries }) => number(deliveries) },
        {
          title: t('margins.second'),
          isNumber: true,
          cell: ({ second_deliveries: second }) => number(second),
        },
        { title: t('margins.unknown'), isNumber: true, cell: ({ without_cost: count }) => number(count) },
      ]}
    />
  );
}

/** Whether nothing is known of what the deliveries cost. */
function isUnknown({ deliveries, without_cost: unknown }: StaffMargin): boolean {
  return unknown === deliveries;
}

/** In a word, because colour alone says nothing to many people. */
function Sign({ row }: { readonly row: StaffMargin }) {
  const { t } = useTexts();
  if (isBelowCost(row)) return <Badge tone="bad">{t('margins.below')}</Badge>;
  if (isUnknown(row)) return <Badge tone="warn">{t('margins.costUnknown')}</Badge>;
  return row.without_cost > 0 ? (
    <Badge tone="warn">{t('margins.partlyKnown')}</Badge>
  ) : (
    <Badge tone="good">{t('margins.above')}</Badge>
  );
}

/** What a line is about, with a link to where one sees more of it. */
function Key({
  row: { key, name },
  chosen,
}: {
  readonly row: StaffMargin;
  readonly chosen: Required<MarginSearch>;
}) {
  const { t } = useTexts();
  const { day } = useFormat();
  if (key === null) return t('margins.noGateway');
  const more: Readonly<Record<MarginKey, () => React.ReactNode>> = {
    network: () => <NetworkLink id={key} name={name ?? key} />,
    bundle: () => (
      <>
        {name} <code className="small">{key}</code>
      </>
    ),
    account: () => <AccountLink id={key} name={name ?? key} />,
    route: () => <code>{key}</code>,
    day: () => (
      <Link to="/operations/margins" search={{ from: key, to: key, by: 'bundle' }}>
        {day(key)}
      </Link>
    ),
  };
  return more[chosen.by]();
}
