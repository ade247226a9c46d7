import type { Client } from '../src/index.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes, for scripts. */
export const EXIT = {
  done: 0,
  /** Refused or failed, or something was found to be wrong. */
  notDone: 1,
  /** Wrong usage, settings or key. Nothing was bought. */
  usage: 2,
  /** The outcome is not known. It may have bought. */
  unknown: 3,
  /** The service cannot answer now, and nothing was bought. */
  away: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command prints: `json` with --json, else `text`. */
export interface Shown {
  readonly json: unknown;
  readonly text: string;
  /** 0 by default. */
  readonly exitCode?: ExitCode;
}

/** An option is given once with a value, several times with values, or without a value. */
export interface Option {
  readonly kind: 'value' | 'values' | 'flag';
  /** Stands for the value in the help. */
  readonly value?: string;
  readonly required?: true;
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;

/** What was typed after the name of the command. */
export interface Given {
  readonly args: readonly string[];
  /** The value of an option; undefined when it was not given. @throws CommandError when it is empty. */
  value(name: string): string | undefined;
  values(name: string): readonly string[];
  flag(name: string): boolean;
}

/** What a command works with. */
export interface Session {
  readonly terminal: Terminal;
  readonly json: boolean;
  /** The API. @throws CommandError without address or key. */
  api(): Client;
  /** The API with a test-mode key, which does not repeat requests. @throws CommandError with a live key. */
  testApi(): Client;
}

/** One command. Its name may have two words. */
export interface Command {
  readonly name: string;
  /** Names for the help; one in brackets may be left out. */
  readonly args: readonly string[];
  readonly summary: string;
  readonly options: Options;
  /** Further sentences of its help. */
  readonly notes?: string;
  /** Returns what to print; null when it has printed everything itself. */
  run(session: Session, given: Given): Promise<Shown | null>;
}
