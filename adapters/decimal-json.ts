/** A number in JSON, as the text that was written. */
export interface DecimalText {
  readonly decimal: string;
}

/**
 * Reads JSON with every number as text, so that no amount and no 64-bit id becomes a float. Undefined if the text is not
 * JSON.
 */
export function parseDecimalJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? { decimal: context?.source ?? String(value) } : value,
    );
  } catch {
    return undefined;
  }
}
