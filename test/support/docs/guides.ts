import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBlocks } from './blocks.ts';

const PAGE = 'docs/guides/reconcile.md';
const RECEIVER = 'docs/guides/webhook-receiver.md';
const [books] = readBlocks(PAGE).filter(({ language }) => language === 'text');

/** The whole program of the guide in a language. */
export function reconcileProgram(language: string): string {
  return onlyProgram(PAGE, language);
}

/** The receiver that stores each event first. */
export function receiverProgram(language: string): string {
  return onlyProgram(RECEIVER, language);
}

function onlyProgram(page: string, language: string): string {
  const [program, ...more] = readBlocks(page).filter((block) => block.language === language);
  if (program === undefined || more.length > 0) throw new Error(`${page} needs one program in ${language}`);
  return program.code;
}

/** Writes the books of the guide, with one more purchase that the API never received. */
export function writeBooks(folder: string): void {
  writeFileSync(join(folder, 'books.csv'), `${books?.code ?? ''}purchase,order-1002,5000\n`);
}

/** What each program of the guide prints for these books and the closed day. */
export const RECONCILED = 'adds up 1 matched\nmissing order-1002 never_received\n';
