import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { importPortedNumbers } from '../../../services/numbers/import-porting.ts';
import { EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `porting`: numbers that are no longer on the network of their prefix. */
export function addPortingCommands(program: Command, frame: Frame): void {
  const porting = program
    .command('porting')
    .description('Ported numbers: numbers that moved to another network.');
  frame
    .destroys(porting, 'import <file>', 'Imports a CSV file of ported numbers: all rows or none.')
    .option('--replace', 'the file is complete: remove numbers that it does not list')
    .addHelpText(
      'after',
      '\nThe header is phone_number,network_id. A network_id is the id of one of our networks, or the word other.',
    )
    .action(frame.does<{ replace?: boolean }, [string]>(importFile));
}

async function importFile(session: Session, options: { replace?: boolean }, file: string): Promise<Shown> {
  const replace = options.replace === true;
  await session.confirm(
    replace
      ? `This replaces all ported numbers with those in ${file}.`
      : `This adds and changes the ported numbers in ${file}.`,
  );
  const actor = await session.actor();
  const onProgress = (rows: number) => session.terminal.err(`${rows.toLocaleString('en')} rows read\n`);
  const outcome = await importPortedNumbers(session.importPool(), readFile(file), {
    ...actor,
    replace,
    onProgress,
  });

  if (outcome.kind === 'imported') {
    const { rows, added, changed, removed } = outcome;
    return {
      json: { rows, added, changed, removed },
      text: `${rows} rows: ${added} numbers added, ${changed} changed, ${removed} removed.`,
    };
  }
  const { badRows, first } = outcome;
  const lines = first.map(({ line, message }) => `line ${line}: ${message}`);
  const more = badRows > first.length ? [`… and ${badRows - first.length} more`] : [];
  return {
    json: { bad_rows: badRows, first },
    text: [
      ...lines,
      ...more,
      `Nothing was imported: ${badRows} rows have errors. Correct them, then import the file again.`,
    ].join('\n'),
    exitCode: EXIT.notDone,
  };
}

async function* readFile(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      throw wrongUsage(`${file} cannot be read: ${error.code}.`);
    }
    throw error;
  }
}
