import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { BatchRow } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useBundles } from '../lists.ts';
import { numberOf } from './row-edit.ts';

interface EditorProps {
  readonly row: BatchRow;
  readonly onSave: (value: string) => void;
  readonly onClose: () => void;
}

/**
 * Enter saves and Escape gives up; leaving the cell saves, as in a spreadsheet. An editor ends once: it also loses the focus when it
 * is closed.
 */
function useEditing(save: () => void, close: () => void) {
  const isOver = useRef(false);
  const end = (work: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    work();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') {
      event.preventDefault();
      end(save);
    } else if (event.key === 'Escape') end(close);
  };
  return { onKeyDown, onBlur: () => end(save) };
}

export function NumberEditor({ row, onSave, onClose }: EditorProps) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(numberOf(row));
  const number = typed.trim();
  const save = () => (number === '' || number === numberOf(row) ? onClose() : onSave(number));
  const editing = useEditing(save, onClose);
  useEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      type="tel"
      aria-label={t('rows.editNumber', { line: row.line })}
      value={typed}
      maxLength={64}
      onChange={({ target }) => setTyped(target.value)}
      {...editing}
    />
  );
}

export function BundleEditor({ row, onSave, onClose }: EditorProps) {
  const { t } = useTexts();
  const field = useRef<HTMLSelectElement>(null);
  const bundles = useBundles().filter(
    ({ network_id }) => row.network_id === null || network_id === row.network_id,
  );
  const known = bundles.some(({ id }) => id === row.bundle_id);
  const [chosen, setChosen] = useState(known ? row.bundle_id : '');
  const save = () => (chosen === '' || chosen === row.bundle_id ? onClose() : onSave(chosen));
  const editing = useEditing(save, onClose);
  useEffect(() => field.current?.focus(), []);
  return (
    <select
      ref={field}
      aria-label={t('rows.editBundle', { line: row.line })}
      value={chosen}
      onChange={({ target }) => setChosen(target.value)}
      {...editing}
    >
      <option value="">{t('rows.chooseBundle')}</option>
      {bundles.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
