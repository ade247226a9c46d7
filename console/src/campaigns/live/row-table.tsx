import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Batch, BatchRow } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Badge, Empty, Money, PhoneNumber, Problem, Skeleton, type Tone } from '../../ui/parts.tsx';
import { type RowFilter, type RowWindow, useRowPages } from '../row-pages.ts';
import { shownState } from './counts.ts';
import { useNames } from './names.ts';
import { useReason } from './reasons.ts';
import { isMoving } from './use-live-batch.ts';

/** Height of a row in px, which the style sheet sets too. */
const ROW_PX = 44;
/** Rows that are loaded before they are seen. */
const AHEAD = 50;
const POLL_MS = 10_000;

const COLUMNS = ['line', 'number', 'bundle', 'price', 'stateFilter', 'detail'] as const;

/** Rows in a table that draws only those that are seen, so that a million of them scroll. */
export function RowTable({ batch, query }: { readonly batch: Batch; readonly query: RowFilter }) {
  const { t } = useTexts();
  const rows = useRowPages(batch.id, query, isMoving(batch) ? POLL_MS : false);
  if (rows.isUnread) return rows.error === null ? <Skeleton lines={6} /> : <Problem error={rows.error} />;
  if (rows.isEmpty) return <Empty title={t('outcome.rows.none')} />;
  return (
    <>
      <Problem error={rows.error} />
      <p className="small" role="status">
        {t(rows.hasMore ? 'outcome.rows.more' : 'outcome.rows.all', { count: rows.read })}
      </p>
      {/* Other filters begin at their first row. */}
      <Scroller key={JSON.stringify(query)} rows={rows} status={batch.status} />
    </>
  );
}

function Scroller({ rows, status }: { readonly rows: RowWindow; readonly status: Batch['status'] }) {
  const { t } = useTexts();
  const frame = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const seen = virtual.getVirtualItems();
  const [first, last] = [seen[0]?.index ?? 0, seen.at(-1)?.index ?? 0];
  useEffect(() => rows.show(first, last + AHEAD));
  const before = seen[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (seen.at(-1)?.end ?? 0);
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-frame virtual" ref={frame} tabIndex={0} aria-label={t('outcome.rows.title')}>
      <table aria-rowcount={rows.hasMore ? -1 : rows.count + 1}>
        <caption className="hidden">{t('outcome.rows.title')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={column === 'price' ? 'right' : undefined}>
                {t(`outcome.rows.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap px={before} />
          {seen.map(({ index }) => (
            <Line key={index} row={rows.rowAt(index)} status={status} position={index + 2} />
          ))}
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

function Line({
  row,
  status,
  position,
}: {
  /** Undefined while it is not loaded. */
  readonly row: BatchRow | undefined;
  /** Of the campaign. */
  readonly status: Batch['status'];
  readonly position: number;
}) {
  const { t } = useTexts();
  const { bundleName } = useNames();
  const reasonOf = useReason();
  const canOpen = useRight('purchases:read');
  if (row === undefined)
    return (
      <tr aria-rowindex={position}>
        <td colSpan={COLUMNS.length} />
      </tr>
    );
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
        <Badge tone={TONES[row.state]}>{t(`outcome.rows.state.${shownState(row.state, status)}`)}</Badge>
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
