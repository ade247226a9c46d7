import { useEffect, useRef, useState } from 'react';
import type { RowWindow } from '../../row-pages.ts';

/**
 * Goes to the last row of a list whose pages are read one after another, until it is there or the person stops it.
 * @param goToLast goes to the last row that is known
 */
export function useEnd({ count, hasMore, error }: RowWindow, goToLast: () => void) {
  const [isOn, setOn] = useState(false);
  const go = useRef(goToLast);
  useEffect(() => {
    go.current = goToLast;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that was read moves the end
  useEffect(() => {
    if (!isOn) return;
    go.current();
    if (!hasMore || error !== null) setOn(false);
  }, [isOn, count, hasMore, error]);
  return { isOn, start: () => setOn(hasMore), stop: () => setOn(false) };
}
