/** A text of a body that stands for an environment variable, such as `$BATCH_ID`. */
export const VARIABLE = /^\$([A-Z_]+)$/;

/** The words of a language for values of JSON. */
export interface Words {
  readonly text: (value: string) => string;
  /** For true, false and null. */
  readonly constants: readonly [string, string, string];
  readonly pair: (key: string, value: string) => string;
  /** The environment variable of this name. */
  readonly variable: (name: string) => string;
  /** What opens and closes an object. */
  readonly object: readonly [string, string];
}

/** Writes a value of JSON as a literal over several lines. `indent` is that of the line where it stands. */
export function writeLiteral(value: unknown, words: Words, indent: string, step: string): string {
  if (typeof value === 'string') {
    const [, variable] = VARIABLE.exec(value) ?? [];
    return variable === undefined ? words.text(value) : words.variable(variable);
  }
  if (typeof value === 'number') return String(value);
  if (value === true) return words.constants[0];
  if (value === false) return words.constants[1];
  if (typeof value !== 'object' || value === null) return words.constants[2];

  const inner = indent + step;
  const [items, open, close] = Array.isArray(value)
    ? [value.map((item) => writeLiteral(item, words, inner, step)), '[', ']']
    : [
        Object.entries(value).map(([key, item]) =>
          words.pair(words.text(key), writeLiteral(item, words, inner, step)),
        ),
        ...words.object,
      ];
  if (items.length === 0) return open + close;
  return [open, ...items.map((item) => `${inner}${item},`), indent + close].join('\n');
}
