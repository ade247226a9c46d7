/** A number of a JSON text, as it was written there. */
export interface DecimalText {
  readonly decimal: string;
}

/**
 * Reads JSON with every number as the text it was written as, so that no amount and no 64-bit id passes through a float;
 * undefined where the text is no JSON.
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
