import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'bundlewire.theme';
const listeners = new Set<() => void>();

/** The theme that was chosen in this browser. */
export function readTheme(): Theme {
  return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
}

/** Shows the whole page in a theme. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** The theme, and a function that changes it and keeps it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(listen, readTheme), changeTheme];
}

function changeTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme(theme);
  for (const listener of listeners) listener();
}

/** Calls back when a part of the screen, or another tab, chooses a theme. */
function listen(change: () => void): () => void {
  listeners.add(change);
  addEventListener('storage', change);
  return () => {
    listeners.delete(change);
    removeEventListener('storage', change);
  };
}
