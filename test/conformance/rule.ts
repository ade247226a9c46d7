/** One rule of the contract, in our own short words, and the tests that prove it. */
export interface Rule {
  /** Stable, for people to point at: `purchases.replay`. */
  readonly id: string;
  readonly says: string;
  /** `file: name`. The file without `test/` and `.test.ts`; the name as in the code, describes and `%s` included. */
  readonly shownBy: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** Writes a rule in one line. */
export function rule(id: string, says: string, ...shownBy: string[]): Rule {
  return { id, says, shownBy };
}
