import type { Pool } from 'pg';
import {
  findLinesWithNumber,
  type LinesOfDay,
  type NewSeal,
  readDaySeal,
  replaceInLines,
} from '../../db/privacy/lines.ts';
import { streamStatementLines } from '../../db/statements/lines.ts';
import { beginSeal } from '../../domain/crypto/statement-seal.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import type { UtcDay } from '../../domain/money/statement.ts';
import type { Erasure } from '../../domain/privacy/erasure.ts';

/** The lines of a closed day are not those that were sealed: nothing of it is changed until an operator has looked at it. */
export class SealBroken extends Error {
  constructor(accountId: AccountId, day: UtcDay) {
    super(`The lines of ${accountId} on ${day} are not those that were sealed; the number stays in them.`);
    this.name = 'SealBroken';
  }
}

/** Most attempts for one day; another erasure may seal it at the same time. */
const TRIES = 5;

/**
 * Replaces the number in the statement lines of the account. A closed day gets a new seal, after its lines were compared with
 * the one before. Returns false if a day has ended and is not closed yet.
 * @throws SealBroken
 */
export async function eraseLines(pool: Pool, erasure: Erasure, phoneNumber: string): Promise<boolean> {
  let isDone = true;
  for (const lines of await findLinesWithNumber(pool, erasure.accountId, phoneNumber)) {
    isDone = (await eraseDay(pool, erasure, lines)) && isDone;
  }
  return isDone;
}

async function eraseDay(pool: Pool, erasure: Erasure, lines: LinesOfDay): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried++) {
    const state = await readDaySeal(pool, erasure.accountId, lines.day);
    if (state.kind === 'closing') return false;
    if (state.kind === 'open') {
      if (await replaceInLines(pool, erasure, lines, null)) return true;
      continue;
    }
    const sealed = await sealAgain(pool, erasure, lines, state.openingBalance);
    if (!sealed.former.equals(state.seal)) {
      const latest = await readDaySeal(pool, erasure.accountId, lines.day);
      // Another erasure changed the day while its lines were read.
      if (latest.kind === 'closed' && latest.number !== state.number) continue;
      throw new SealBroken(erasure.accountId, lines.day);
    }
    if (await replaceInLines(pool, erasure, lines, sealed)) return true;
  }
  return false;
}

/** The seal of a day as it is, and as it will be with the number replaced; the lines are read once. */
async function sealAgain(
  pool: Pool,
  { accountId, pseudonym }: Erasure,
  { day, seqs }: LinesOfDay,
  openingBalance: MinorUnits,
): Promise<NewSeal> {
  const replaced = new Set(seqs);
  const former = beginSeal(accountId, day, openingBalance);
  const seal = beginSeal(accountId, day, openingBalance);
  for await (const lines of streamStatementLines(pool, accountId, day)) {
    former.add(lines);
    seal.add(lines.map((line) => (replaced.has(line.seq) ? { ...line, phoneNumber: pseudonym } : line)));
  }
  return { former: former.digest(), seal: seal.digest() };
}
