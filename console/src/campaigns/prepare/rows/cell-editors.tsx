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

/** Enter saves, Escape gives up. */
function keysOf(save: () => void, close: () => void) {
  return (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape') close();
  };
}

export function NumberEditor({ row, onSave, onClose }: EditorProps) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(numberOf(row));
  const number = typed.trim();
  // As in a spreadsheet: what was typed stays when the cell is left.
  const leave = () => (number === '' || number === numberOf(row) ? onClose() : onSave(number));
  useEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      type="tel"
      aria-label={t('rows.editNumber', { line: row.line })}
      value={typed}
      maxLength={64}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={keysOf(() => (number === '' ? onClose() : onSave(number)), onClose)}
      onBlur={leave}
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
  useEffect(() => field.current?.focus(), []);
  return (
    <select
      ref={field}
      aria-label={t('rows.editBundle', { line: row.line })}
      value={chosen}
      onChange={({ target }) => setChosen(target.value)}
      onKeyDown={keysOf(() => (chosen === '' ? onClose() : onSave(chosen)), onClose)}
      onBlur={() => (chosen === '' || chosen === row.bundle_id ? onClose() : onSave(chosen))}
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
