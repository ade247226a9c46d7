/** One rule of the contract in short. Tests that prove it carry its id in their titles: `it('[purchases.replay] …')`. */
export interface Rule {
  /** Stable, for people to point at: `purchases.replay`. */
  readonly id: string;
  readonly says: string;
}

export interface Section {
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** Writes a rule in one line. */
export function rule(id: string, says: string): Rule {
  return { id, says };
}

/** The ids that a test's title carries, as written: `['a.1', 'b.2']` of `[a.1] [b.2] does something`. */
export function idsIn(title: string): string[] {
  const [ids = ''] = /^(?:\[[a-z0-9_.]+\] )+/.exec(title) ?? [];
  return [...ids.matchAll(/\[([^\]]+)\]/g)].map(([, id = '']) => id);
}

/** A title without the ids before it. */
export function withoutIds(title: string): string {
  return title.replace(/^(?:\[[a-z0-9_.]+\] )+/, '');
}
