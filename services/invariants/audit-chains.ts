import type { ClientBase } from 'pg';
import {
  type ChainedEntry,
  type ChainHead,
  findHeadlessChains,
  readChain,
  readHeads,
} from '../../db/audit/chains.ts';
import { hashAuditEntry, hashBeforeFirst } from '../../domain/crypto/audit-hash.ts';
import { idFromUuid } from '../../domain/ids.ts';
import { type BrokenRow, type Finding, found, NAMED_ROWS_MAX } from './report.ts';

/** Entries or heads that one query fetches. */
const PAGE = 500;

/**
 * Invariant 13: the entries of every chain of the audit log are numbered without gaps, each has the hash of its content and of
 * the entry before it, and the last one is the one that the chain's head names. A page of entries is in memory at a time.
 */
export async function checkAuditChains(tx: ClientBase, accountUuid: string | null): Promise<Finding> {
  const broken: BrokenRow[] = [];
  let checked = 0;
  let total = 0;
  const report = (chain: string, why: string) => {
    total += 1;
    if (broken.length < NAMED_ROWS_MAX) broken.push({ row: nameChain(chain), why });
  };

  for await (const head of readHeads(tx, accountUuid, PAGE)) {
    let last: ChainHead = { chain: head.chain, seq: 0, hash: hashBeforeFirst(head.chain) };
    for await (const entry of readChain(tx, head.chain, PAGE)) {
      checked += 1;
      for (const fault of findFaults(entry, last)) report(head.chain, fault);
      last = entry;
    }
    const fault = findHeadFault(head, last);
    if (fault !== null) report(head.chain, fault);
  }
  for (const chain of await findHeadlessChains(tx, accountUuid, NAMED_ROWS_MAX)) {
    report(chain, 'has entries, but its head was removed');
  }
  return found(checked, broken, total);
}

/** What is wrong with an entry. An entry behind it is compared with what is stored here, so that one fault is named once. */
function findFaults(entry: ChainedEntry, last: ChainHead): string[] {
  const faults: string[] = [];
  if (entry.seq !== last.seq + 1) faults.push(`entry ${entry.seq} follows entry ${last.seq}`);
  if (!entry.previousHash.equals(last.hash))
    faults.push(`entry ${entry.seq} does not continue from entry ${last.seq}`);
  if (!hashAuditEntry(entry).equals(entry.hash)) faults.push(`entry ${entry.seq} was changed`);
  return faults;
}

function findHeadFault(head: ChainHead, last: ChainHead): string | null {
  if (head.seq !== last.seq) return `ends with entry ${last.seq}, but its head names entry ${head.seq}`;
  return head.hash.equals(last.hash)
    ? null
    : `its last entry, ${last.seq}, is not the one that its head names`;
}

/** The account of a chain, or `platform`. */
function nameChain(chain: string): string {
  return /^[0-9a-f-]{36}$/.test(chain) ? idFromUuid('acc', chain) : chain;
}
