/** One simple command: its words, without quotes, comments and redirections. */
export type ShellCommand = readonly string[];

/**
 * Splits a script into its commands, as far as documentation needs it: quotes, comments, continued lines, pipes, lists and
 * commands in `$(…)`, which come first.
 * @throws Error for a quote or a parenthesis that is not closed, and for a here-document
 */
export function splitCommands(script: string): ShellCommand[] {
  const commands: string[][] = [[]];
  const inner: ShellCommand[] = [];
  let word: string | null = null;
  let redirected = false;
  const endWord = () => {
    if (word !== null && !redirected) commands.at(-1)?.push(word);
    if (word !== null) redirected = false;
    word = null;
  };

  for (let at = 0; at < script.length; at++) {
    const rest = script.slice(at);
    const sign = rest[0] ?? '';
    if (rest.startsWith('\\\n')) {
      endWord();
      at += 1;
    } else if (sign === '\\') {
      word = (word ?? '') + (rest[1] ?? '');
      at += 1;
    } else if (sign === "'" || sign === '"') {
      const end = closingQuote(rest, sign);
      const quoted = rest.slice(1, end);
      if (sign === '"') inner.push(...substitutions(quoted));
      word = (word ?? '') + (sign === '"' ? quoted.replaceAll(/\\(["\\$`])/g, '$1') : quoted);
      at += end;
    } else if (rest.startsWith('$(')) {
      const end = closingParenthesis(rest);
      inner.push(...splitCommands(rest.slice(2, end)));
      word = `${word ?? ''}$(…)`;
      at += end;
    } else if (sign === '#' && word === null) {
      at += rest.search(/$|\n/m) - 1;
    } else if (rest.startsWith('<<')) {
      throw new Error('A here-document cannot be checked');
    } else if ('<>'.includes(sign)) {
      if (word !== null && /^\d$/.test(word)) word = null;
      endWord();
      redirected = true;
      if (rest[1] === sign) at += 1;
    } else if ('|&;\n'.includes(sign)) {
      endWord();
      commands.push([]);
    } else if (/\s/.test(sign)) endWord();
    else word = (word ?? '') + sign;
  }
  endWord();
  return [...inner, ...commands.filter((words) => words.length > 0)];
}

function closingQuote(text: string, quote: string): number {
  for (let at = 1; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (quote === '"' && text.startsWith('$(', at)) at += closingParenthesis(text.slice(at));
    else if (text[at] === quote) return at;
  }
  throw new Error(`A quote is not closed: ${text.slice(0, 40)}`);
}

function closingParenthesis(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === "'" || sign === '"') at += closingQuote(text.slice(at), sign);
    else if (sign === '(') depth += 1;
    else if (sign === ')' && --depth === 0) return at;
  }
  throw new Error(`A parenthesis is not closed: ${text.slice(0, 40)}`);
}

/** The commands in `$(…)` of a text in double quotes. */
function substitutions(text: string): ShellCommand[] {
  const begin = text.indexOf('$(');
  if (begin === -1) return [];
  const end = begin + closingParenthesis(text.slice(begin));
  return [...splitCommands(text.slice(begin + 2, end)), ...substitutions(text.slice(end + 1))];
}
