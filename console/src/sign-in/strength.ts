/** Characters that the API requires, where several spaces in a row count as one. */
export const PASSWORD_CHARS_MIN = 12;
/** From this length on, guessing takes too long even if the words are common. */
const STRONG_CHARS = 20;
/** The API refuses fewer different characters. */
const DIFFERENT_CHARS_MIN = 5;

/** How well a new password resists guessing, as far as a browser can tell. The API also refuses common words. */
export type Strength =
  | { readonly level: 'none' }
  | { readonly level: 'short'; readonly missing: number }
  | { readonly level: 'repeated' }
  | { readonly level: 'fair' }
  | { readonly level: 'strong' };

/** Judges a password while it is typed. */
export function strengthOf(password: string): Strength {
  if (password === '') return { level: 'none' };
  const chars = [...password.replaceAll(/\s+/g, ' ')];
  if (chars.length < PASSWORD_CHARS_MIN)
    return { level: 'short', missing: PASSWORD_CHARS_MIN - chars.length };
  if (new Set(password.toLowerCase()).size < DIFFERENT_CHARS_MIN) return { level: 'repeated' };
  return { level: chars.length < STRONG_CHARS ? 'fair' : 'strong' };
}
