import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for downloads and compiled programs that all clones of this user share. */
export function userCache(): string {
  const base = process.env.XDG_CACHE_HOME;
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'bundlewire');
}
