import type { Terminal } from './terminal.ts';

/**
 * Controls (C0, DEL, C1) and characters that change the direction of text. What others wrote, such as the body of a callback
 * or the name of an account, could move the cursor, hide lines or run a terminal's commands with them.
 */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/gu;
const CONTROL_IN_LINES = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Text in which control characters are written as escapes such as \u001b; newlines and tabs stay. Valid JSON stays so. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL_IN_LINES, escapeCharacter);
}

/** The same for text that has one line: newlines and tabs are escaped too. */
export function escapeOneLine(text: string): string {
  return text.replace(CONTROL, escapeCharacter);
}

/** The terminal through which everything is printed, so that no control character of others reaches it. */
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
