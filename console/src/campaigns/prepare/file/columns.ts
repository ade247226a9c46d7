import type { BatchPreview } from '../../../../../clients/typescript/src/types.ts';

type PreviewColumn = BatchPreview['columns'][number];

/** What a person can say that a column is. */
export const ROLES = [
  'phone_number',
  'bundle_id',
  'data_mb',
  'validity_hours',
  'reference',
  'network_id',
  'own',
] as const;
export type Role = (typeof ROLES)[number];

/** What the person chose, by position of the column. */
export type Choices = Readonly<Record<number, Role>>;

/** What each column is read as. A role that was given to one column is taken from the column that had it by its name. */
export function rolesOf(columns: readonly PreviewColumn[], choices: Choices): readonly string[] {
  const chosen = new Set(Object.values(choices));
  return columns.map(({ read_as }, at) => {
    const choice = choices[at];
    if (choice !== undefined) return choice;
    const isTaken = chosen.has(read_as as Role);
    return isTaken ? 'own' : (read_as ?? 'ignored');
  });
}

/**
 * The parameters of an upload that say so. Columns that have our names need none. A role that no column has any more gets an empty
 * name, so that the API does not read the column that it would find by its name.
 */
export function columnQuery(
  columns: readonly PreviewColumn[],
  roles: readonly string[],
): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const [at, { name, read_as, guessed }] of columns.entries()) {
    const role = roles[at] ?? 'own';
    const isNamed = role === read_as && !guessed;
    if (!isNamed && role !== 'own' && role !== 'ignored') query[`column.${role}`] = name;
    const before = ROLES.find((one) => one === read_as && one !== 'own');
    if (before !== undefined && !roles.includes(before)) query[`column.${before}`] = '';
  }
  return query;
}

/** What is still missing before a file can be checked. */
export type Missing = 'phone_number' | 'bundle' | 'twice';

/** @param hasWish whether data and validity for everyone are chosen */
export function missingOf(roles: readonly string[], hasWish: boolean): readonly Missing[] {
  const has = (role: Role) => roles.includes(role);
  const isTwice = ROLES.some((role) => role !== 'own' && roles.filter((one) => one === role).length > 1);
  const hasBundle = has('bundle_id') || hasWish || (has('data_mb') && has('validity_hours'));
  return [
    ...(has('phone_number') ? [] : (['phone_number'] as const)),
    ...(hasBundle ? [] : (['bundle'] as const)),
    ...(isTwice ? (['twice'] as const) : []),
  ];
}
