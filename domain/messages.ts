/** Messages for people, with values in braces: `The file has more than {most} rows.` */

/** The names that a message has in braces. */
export type PlaceholdersOf<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** A value for each name that a message has in braces. */
export type ValuesOf<Message extends string> = Readonly<Record<PlaceholdersOf<Message>, string | number>>;

/** Puts values in the place of `{name}`. */
export function fillMessage(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => String(values[name] ?? ''));
}
