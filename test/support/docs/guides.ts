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

/** The receiver that stores each event first, and processes it. */
export function receiverProgram(): string {
  return onlyProgram(RECEIVER, 'python');
}

/** The receiver in PHP, and the program that processes what it stored. */
export function receiverInPhp(): { readonly receiver: string; readonly processor: string } {
  const [receiver = '', processor = '', ...more] = programs(RECEIVER, 'php');
  if (processor === '' || more.length > 0) throw new Error(`${RECEIVER} needs two programs in PHP`);
  return { receiver, processor };
}

/** The program of the page about buying. */
export function buyingProgram(language: string): string {
  return onlyProgram('docs/buying.md', language);
}

/** The program that says what to do with an order. */
export function afterTimeoutProgram(language: string): string {
  return onlyProgram('docs/guides/after-network-timeout.md', language);
}

function onlyProgram(page: string, language: string): string {
  const [program, ...more] = programs(page, language);
  if (program === undefined || more.length > 0) throw new Error(`${page} needs one program in ${language}`);
  return program;
}

function programs(page: string, language: string): string[] {
  return readBlocks(page).flatMap((block) => (block.language === language ? [block.code] : []));
}

/** Writes the books of the guide, with one more purchase that the API never received. */
export function writeBooks(folder: string): void {
  writeFileSync(join(folder, 'books.csv'), `${books?.code ?? ''}purchase,order-1002,5000\n`);
}

/** What each program of the guide prints for these books and the closed day. */
export const RECONCILED = 'adds up 1 matched\nmissing order-1002 never_received\n';
