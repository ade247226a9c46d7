import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { BatchRow } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useApiTexts } from '../../api-texts.ts';
import { ApiWords } from '../../api-words.tsx';
import type { RowWindow } from '../../row-pages.ts';
import { COLUMNS, move, type Place } from './grid-keys.ts';
import { GridRow } from './grid-row.tsx';
import type { SendChange } from './row-edit.ts';
import { useEnd } from './use-end.ts';

/** Height of a row, in px. A million of them are just below the longest element that browsers lay out. */
const ROW_PX = 33;
const ROWS_SHOWN = 14;

/** A virtual grid: only the rows that are visible are in the page. Its keys are those of a spreadsheet. */
export function RowGrid({
  rows,
  edit,
  checking,
}: {
  readonly rows: RowWindow;
  readonly edit: SendChange | null;
  /** Lines of rows that are being checked again. */
  readonly checking: ReadonlySet<number>;
}) {
  const { t } = useTexts();
  const { rowError } = useApiTexts();
  const frame = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>({ row: 0, column: 1 });
  const [editing, setEditing] = useState<Place | null>(null);
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => rows.show(first, last));
  const goTo = (next: Place) => {
    setPlace(next);
    virtual.scrollToIndex(next.row);
  };
  const follow = useEnd(rows, () => goTo({ ...place, row: rows.count - 1 }));
  const finish = () => {
    setEditing(null);
    frame.current?.focus({ preventScroll: true });
  };
  const act = (row: BatchRow, { row: at, column }: Place) => {
    if (edit === null) return;
    const name = COLUMNS[column];
    if (name === 'number' || name === 'bundle') setEditing({ row: at, column });
    if (name === 'action') void edit(row, { dropped: row.changes?.dropped !== true });
  };
  const press = (event: KeyboardEvent) => {
    if (editing !== null || event.target !== frame.current) return;
    const next = move(event.key, place, rows.count, ROWS_SHOWN);
    const row = rows.rowAt(place.row);
    if (event.key === 'End') follow.start();
    else follow.stop();
    if (next !== null) goTo(next);
    else if (event.key === 'Enter' || event.key === 'F2') {
      if (row !== undefined) act(row, place);
    } else if (event.key === 'Delete') {
      if (row !== undefined) act(row, { ...place, column: COLUMNS.indexOf('action') });
    } else return;
    event.preventDefault();
  };
  const why = rows.rowAt(place.row)?.errors.map(rowError) ?? [];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table of the browser holds all its rows */}
      <div
        ref={frame}
        className="grid"
        role="grid"
        tabIndex={0}
        aria-label={t('rows.caption')}
        aria-rowcount={rows.count + 1}
        aria-colcount={COLUMNS.length}
        aria-activedescendant={items.some(({ index }) => index === place.row) ? cellId(place) : undefined}
        onKeyDown={press}
        onWheel={follow.stop}
        onPointerDown={follow.stop}
      >
        <GridHead />
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <GridRow
              key={index}
              position={index}
              top={start}
              row={rows.rowAt(index)}
              active={place.row === index ? place.column : null}
              editing={editing?.row === index ? editing.column : null}
              edit={edit}
              checking={checking}
              onAct={(row, column) => {
                setPlace({ row: index, column });
                act(row, { row: index, column });
              }}
              onFinish={finish}
            />
          ))}
        </div>
      </div>
      {follow.isOn ? (
        <p className="hint" role="status">
          {t('rows.toEnd', { count: rows.read })}
        </p>
      ) : null}
      <p className="hint active-problem">
        <ApiWords of={why} />
      </p>
    </>
  );
}

function GridHead() {
  const { t } = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="rowgroup" className="grid-head">
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active cell */}
      <div role="row" className="grid-row" aria-rowindex={1}>
        {COLUMNS.map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <span key={name} role="columnheader">
            {t(`rows.column.${name}`)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The id by which the grid names its active cell. */
function cellId({ row, column }: Place): string {
  return `row-${row}-${column}`;
}
