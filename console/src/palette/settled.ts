import { useEffect, useState } from 'react';

/** How long a text must stay the same before it is searched for, in ms. */
const PAUSE_MS = 250;
/** Shorter texts are in too many names. */
const CHARS_MIN = 2;

/** What was typed, once it stays the same for a moment; empty while it is too short to search for. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  const text = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.length < CHARS_MIN ? '' : text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
