import type { Terminal } from '../terminal.ts';

/**
 * Control characters (C0, DEL, C1) and characters that change the direction of text. In text from outside, such as an answer
 * of a receiver, they could move the cursor, hide lines or send commands to the terminal.
 */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/gu;
const CONTROL_IN_LINES = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Writes control characters as escapes such as \u001b. Newlines and tabs stay, and valid JSON stays valid. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL_IN_LINES, escapeCharacter);
}

/** The same for text on one line: newlines and tabs are escaped too. */
export function escapeOneLine(text: string): string {
  return text.replace(CONTROL, escapeCharacter);
}

/** A terminal that escapes the text it prints. Bytes of files stay as they are. */
export function escapingTerminal(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (text) => terminal.out(escapeControls(text)),
    err: (text) => terminal.err(escapeControls(text)),
    ask: (question) => terminal.ask(escapeControls(question)),
  };
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
