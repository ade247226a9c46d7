import type { Command } from 'commander';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';

/** What each shell runs at the Tab key. It calls this program, so that completion is never out of date. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_bundlewire() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(bundlewire complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _bundlewire bundlewire`,
  zsh: `#compdef bundlewire
_bundlewire() {
  local -a candidates
  candidates=(\${(f)"$(bundlewire complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -a candidates || _files
}
compdef _bundlewire bundlewire`,
  fish: `complete -c bundlewire -a '(bundlewire complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
};

/** `completion`, and the hidden `complete` that its scripts call. */
export function addCompletionCommands(program: Command, frame: Frame): void {
  const { terminal } = frame;
  frame
    .reads(program, 'completion <shell>', 'Prints a completion script for bash, zsh or fish.')
    .addHelpText('after', '\n  source <(bundlewire completion bash)')
    .action(frame.does<object, [string]>(async (_session, _options, shell) => completionFor(shell)));
  program
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action((words: string[]) =>
      terminal.out(
        candidatesFor(program, words)
          .map((word) => `${word}\n`)
          .join(''),
      ),
    );
}

function completionFor(shell: string): Shown {
  const script = SCRIPTS[shell];
  if (script === undefined)
    throw wrongUsage(`There is no completion for ${shell}. Use one of: ${Object.keys(SCRIPTS).join(', ')}.`);
  return { json: { shell, script }, text: script };
}

/** The candidates for the last word, given the words before it. */
function candidatesFor(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  const command = words.slice(0, -1).reduce(descend, program);
  const options = [...command.options.map(({ long }) => long ?? ''), '--help'];
  const subcommands = command.commands
    .filter((child) => child.name() !== 'complete')
    .map((child) => child.name());
  const candidates = typed.startsWith('-')
    ? options
    : [...subcommands, ...(command.commands.length > 0 ? ['help'] : [])];
  return candidates.filter((candidate) => candidate.startsWith(typed));
}

function descend(command: Command, word: string): Command {
  return command.commands.find((child) => child.name() === word) ?? command;
}
