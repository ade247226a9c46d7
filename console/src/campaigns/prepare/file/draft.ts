import { useEffect, useState } from 'react';
import { useAccount } from '../../../app/session.tsx';
import type { Choices, Role } from './columns.ts';
import { nameOfFile } from './name.ts';

/** What a person has chosen before the file is checked. */
export interface Draft {
  readonly file: File | null;
  /** Distinguishes files that were chosen one after the other. */
  readonly fileNumber: number;
  readonly name: string;
  /** Whether the person wrote the name; otherwise it follows the file. */
  readonly isNameTyped: boolean;
  /** Of local numbers; empty for none, null until the person or the account decides. */
  readonly country: string | null;
  /** Of a workbook with several; null for the one that is found. */
  readonly sheet: string | null;
  readonly choices: Choices;
  /** Data and validity for everyone, as `MB/hours`; empty for those of the file. */
  readonly wish: string;
  readonly onDuplicate: 'skip' | 'buy';
  readonly onInvalid: 'skip' | 'reject';
  readonly onBalance: 'pause' | 'fail';
}

const EMPTY: Draft = {
  file: null,
  fileNumber: 0,
  name: '',
  isNameTyped: false,
  country: null,
  sheet: null,
  choices: {},
  wish: '',
  onDuplicate: 'skip',
  onInvalid: 'skip',
  onBalance: 'pause',
};

/** Of all files that were chosen since the console was opened: what was found in one of them is never shown for another. */
let lastFileNumber = 0;

/** By account: what people had chosen when they left the screen. It ends with the page of the browser. */
const left = new Map<string, Draft>();

/** What a person chooses, which is kept while they look at other screens. */
export function useDraft() {
  const { id } = useAccount();
  const [draft, setDraft] = useState(left.get(id) ?? EMPTY);
  useEffect(() => void left.set(id, draft), [id, draft]);
  const change = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }));
  return {
    draft,
    change,
    forget: () => {
      // The screen may have been left while the file was checked.
      left.delete(id);
      setDraft(EMPTY);
    },
    choose: (file: File) => {
      lastFileNumber += 1;
      const fileNumber = lastFileNumber;
      setDraft((old) => ({
        ...old,
        file,
        fileNumber,
        name: old.isNameTyped ? old.name : nameOfFile(file.name, new Date()),
        sheet: null,
        choices: {},
      }));
    },
    chooseRole: (at: number, role: Role) =>
      setDraft((old) => {
        // A role has one column: the last one that got it.
        const others = Object.entries(old.choices).filter(([, one]) => one !== role || role === 'own');
        return { ...old, choices: { ...Object.fromEntries(others), [at]: role } };
      }),
  };
}
