import { type ReactNode, useRef } from 'react';
import type { BatchRow } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Badge, PhoneNumber, type Tone } from '../../../ui/parts.tsx';
import { plainText, useApiTexts } from '../../api-texts.ts';
import { ApiWords } from '../../api-words.tsx';
import { BundleEditor, NumberEditor } from './cell-editors.tsx';
import { COLUMNS, type GridColumn } from './grid-keys.ts';
import { numberOf, type SendChange } from './row-edit.ts';

interface RowProps {
  readonly position: number;
  readonly top: number;
  /** Undefined while it is not loaded. */
  readonly row: BatchRow | undefined;
  /** The active column of this row; null if another row is active. */
  readonly active: number | null;
  readonly editing: number | null;
  readonly edit: SendChange | null;
  /** Lines of rows that are being checked again. */
  readonly checking: ReadonlySet<number>;
  readonly onAct: (row: BatchRow, column: number) => void;
  readonly onFinish: () => void;
}

export function GridRow({ position, top, row, active, editing, edit, checking, onAct, onFinish }: RowProps) {
  const { t } = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of the browser holds all its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active cell
    <div
      role="row"
      className="grid-row"
      aria-rowindex={position + 2}
      style={{ transform: `translateY(${top}px)` }}
    >
      {COLUMNS.map((name, column) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of its cells
        <div
          key={name}
          id={`row-${position}-${column}`}
          role="gridcell"
          className={`cell ${name}${active === column ? ' active' : ''}${edit !== null && name !== 'line' && name !== 'outcome' ? ' open' : ''}`}
          onClick={() => {
            if (row !== undefined && editing === null) onAct(row, column);
          }}
        >
          {row === undefined ? (
            <span className="loading">{column === 0 ? t('app.loading') : ''}</span>
          ) : editing === column && edit !== null ? (
            <Editor row={row} name={name} edit={edit} onFinish={onFinish} />
          ) : (
            <Cell row={row} name={name} mayEdit={edit !== null} isChecking={checking.has(row.line)} />
          )}
        </div>
      ))}
    </div>
  );
}

function Editor({
  row,
  name,
  edit,
  onFinish,
}: {
  readonly row: BatchRow;
  readonly name: GridColumn;
  readonly edit: SendChange;
  readonly onFinish: () => void;
}) {
  const isSent = useRef(false);
  const save = (change: Parameters<SendChange>[1]) => {
    // Enter closes the field, and then it loses the focus.
    if (isSent.current) return;
    isSent.current = true;
    void edit(row, change);
    onFinish();
  };
  const close = () => {
    if (!isSent.current) onFinish();
    isSent.current = true;
  };
  return name === 'bundle' ? (
    <BundleEditor row={row} onSave={(bundle_id) => save({ bundle_id })} onClose={close} />
  ) : (
    <NumberEditor row={row} onSave={(phone_number) => save({ phone_number })} onClose={close} />
  );
}

function Cell({
  row,
  name,
  mayEdit,
  isChecking,
}: {
  readonly row: BatchRow;
  readonly name: GridColumn;
  readonly mayEdit: boolean;
  readonly isChecking: boolean;
}): ReactNode {
  const { t } = useTexts();
  switch (name) {
    case 'line':
      return row.line;
    case 'number':
      return <PhoneNumber number={numberOf(row)} />;
    case 'bundle':
      return row.changes?.bundle_id ?? row.bundle_id;
    case 'outcome':
      return isChecking ? <Badge tone="quiet">{t('rows.checking')}</Badge> : <Outcome row={row} />;
    case 'action':
      return mayEdit ? (
        <span className="button-like">{t(row.changes?.dropped === true ? 'rows.restore' : 'rows.drop')}</span>
      ) : null;
  }
}

const TONES: Readonly<Record<string, Tone>> = { waiting: 'good', invalid: 'bad', refused: 'warn' };

function Outcome({ row }: { readonly row: BatchRow }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { rowError } = useApiTexts();
  const { state, price, errors } = row;
  const tone = TONES[state] ?? 'quiet';
  const why = errors.map(rowError);
  if (state === 'waiting') return <Badge tone={tone}>{price === null ? '' : money(price)}</Badge>;
  return (
    <span title={plainText(why)}>
      <Badge tone={tone}>{t(state === 'invalid' ? 'rows.state.invalid' : 'rows.state.refused')}</Badge>{' '}
      <ApiWords of={why} />
    </span>
  );
}
