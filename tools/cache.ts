import { homedir } from 'node:os';
import { join } from 'node:path';

/** What is downloaded or compiled once and used by every clone of this user. */
export function userCache(): string {
  const base = process.env.XDG_CACHE_HOME;
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'bundlewire');
}
