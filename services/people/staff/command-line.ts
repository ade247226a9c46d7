import type { Pool } from 'pg';
import {
  type CommandLinePerson,
  endCommandLineSession,
  useCommandLineSession,
} from '../../../db/people/command-line.ts';
import { hashCommandLineToken, isCommandLineToken } from './token.ts';

/** A session of the command line ends when it is not used for this long, as in a browser. */
export const COMMAND_LINE_IDLE_SECONDS = 30 * 60;
/** It ends this long after the sign-in, however much it is used. */
const COMMAND_LINE_SECONDS_MAX = 12 * 60 * 60;

/** The staff member whom a token signs in; null if it has ended, or is none. */
export async function findCommandLinePerson(pool: Pool, token: string): Promise<CommandLinePerson | null> {
  if (!isCommandLineToken(token)) return null;
  const limits = { idle: COMMAND_LINE_IDLE_SECONDS, most: COMMAND_LINE_SECONDS_MAX };
  return useCommandLineSession(pool, hashCommandLineToken(token), limits);
}

/** Ends the session of a token; false if it has ended before. */
export async function signOutCommandLine(pool: Pool, token: string): Promise<boolean> {
  return endCommandLineSession(pool, hashCommandLineToken(token));
}
