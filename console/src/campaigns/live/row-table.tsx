import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Batch, BatchRow, BatchRowList } from '../../../../clients/typescript/src/types.ts';
import { callApi, type Query } from '../../app/api.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount, useRight } from '../../app/session.tsx';
import { Badge, Empty, Money, PhoneNumber, Problem, Skeleton, type Tone } from '../../ui/parts.tsx';
import { useNames } from './names.ts';
import { useReason } from './reasons.ts';
import { isMoving } from './use-live-batch.ts';

/** Rows of one page of the API, and the height of a row in px, which the style sheet sets too. */
const PAGE = 100;
const ROW_PX = 44;
const POLL_MS = 10_000;

/** Rows in a table that draws only those that are seen, so that a million of them scroll. */
export function RowTable({ batch, query }: { readonly batch: Batch; readonly query: Query }) {
  const { t } = useTexts();
  const { id } = useAccount();
  const path = `/v1/batches/${batch.id}/rows`;
  const pages = useInfiniteQuery({
    queryKey: [id, path, query],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callApi<BatchRowList>(id, 'GET', path, { query: { ...query, limit: PAGE, cursor: pageParam }, signal }),
    getNextPageParam: ({ next_cursor: next }) => next,
    // Later pages would be read one after another, so only the first one is followed.
    refetchInterval: ({ state }) => (isMoving(batch) && state.data?.pages.length === 1 ? POLL_MS : false),
  });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  if (error !== null && data === undefined) return <Problem error={error} />;
  if (data === undefined) return <Skeleton lines={6} />;
  if (rows.length === 0) return <Empty title={t('outcome.rows.none')} />;
  return (
    <>
      <p className="small" role="status">
        {t(hasNextPage ? 'outcome.rows.more' : 'outcome.rows.all', { count: rows.length })}
      </p>
      <Scroller rows={rows} hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={fetchNextPage} />
    </>
  );
}

interface ScrollerProps {
  readonly rows: readonly BatchRow[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => unknown;
}

function Scroller({ rows, hasMore, isLoading, onMore }: ScrollerProps) {
  const { t } = useTexts();
  const frame = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const seen = virtual.getVirtualItems();
  const last = seen.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && last >= rows.length - PAGE / 2) void onMore();
  }, [hasMore, isLoading, last, rows.length, onMore]);
  const before = seen[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (seen.at(-1)?.end ?? 0);
  const columns = ['line', 'number', 'bundle', 'price', 'stateFilter', 'detail'] as const;
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-frame virtual" ref={frame} tabIndex={0} aria-label={t('outcome.rows.title')}>
      <table aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <caption className="hidden">{t('outcome.rows.title')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'price' ? 'right' : undefined}>
                {t(`outcome.rows.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap px={before} />
          {seen.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : <Line key={row.line} row={row} position={index + 2} />;
          })}
          <Gap px={after} />
        </tbody>
      </table>
    </section>
  );
}

/** Stands for the rows that are not drawn. */
function Gap({ px }: { readonly px: number }) {
  return px <= 0 ? null : <tr className="gap" style={{ height: `${px}px` }} />;
}

const TONES: Readonly<Record<BatchRow['state'], Tone>> = {
  waiting: 'quiet',
  invalid: 'bad',
  refused: 'warn',
  pending: 'busy',
  successful: 'good',
  failed: 'bad',
  reversed: 'warn',
};

function Line({ row, position }: { readonly row: BatchRow; readonly position: number }) {
  const { t } = useTexts();
  const { bundleName } = useNames();
  const reasonOf = useReason();
  const canOpen = useRight('purchases:read');
  const { purchase_id: purchaseId, failure, errors, price } = row;
  const code = failure?.code ?? errors[0]?.code;
  const detail = code === undefined ? '' : reasonOf(code);
  return (
    <tr aria-rowindex={position}>
      <th scope="row">{row.line}</th>
      <td>
        <PhoneNumber number={row.corrected_number ?? row.phone_number} />
      </td>
      <td>{bundleName(row.bundle_id)}</td>
      <td className="right">{price === null ? null : <Money {...price} />}</td>
      <td>
        <Badge tone={TONES[row.state]}>{t(`outcome.rows.state.${row.state}`)}</Badge>
      </td>
      <td title={detail}>
        {purchaseId !== null && canOpen ? (
          <Link to="/purchases/$purchaseId" params={{ purchaseId }}>
            {detail === '' ? t('outcome.rows.purchase') : detail}
          </Link>
        ) : (
          detail
        )}
      </td>
    </tr>
  );
}
