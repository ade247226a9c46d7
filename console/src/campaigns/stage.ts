/** A campaign with one of these states has bought nothing, and the screen is the one that prepares it. */
export const BEFORE_START: ReadonlySet<string> = new Set(['validating', 'ready', 'rejected']);
