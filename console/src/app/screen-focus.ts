import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The address of the screen that was shown last, without its query; null before the first one. */
let lastPath: string | null = null;

/**
 * Gives the heading of a screen the focus when the screen appears after a navigation, so that it is read first. The address is ahead
 * of the screen while the next one loads, so this waits for the screen. A screen that takes the place of another one at the same
 * address, such as that of a campaign once it runs, gets the focus only if what had it is gone.
 */
export function useScreenFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  useLayoutEffect(() => {
    const isFirst = lastPath === null;
    const isOther = lastPath !== path;
    lastPath = path;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isFirst && (isOther || isLost)) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return heading;
}
