import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';
import type { SEARCH_ATTRIBUTES, Stage } from './names.ts';

type Names = typeof SEARCH_ATTRIBUTES;

function key<Name extends keyof Names>(name: Name, type: Names[Name]) {
  return defineSearchAttributeKey(name, type);
}

/** The keys under which every workflow is found; their types are those that the server was told of. */
export const ATTRIBUTES = {
  stage: key('Stage', 'KEYWORD'),
  networkId: key('NetworkId', 'KEYWORD'),
  accountId: key('AccountId', 'KEYWORD'),
  batchId: key('BatchId', 'KEYWORD'),
  resolveBy: key('ResolveBy', 'DATETIME'),
} as const;

/** What a workflow is found by; what is left out or null, it is not found by. */
export interface FoundBy {
  readonly stage?: Stage;
  readonly networkId?: string;
  readonly accountId?: string;
  readonly batchId?: string | null;
  readonly resolveBy?: Date;
}

/** Attributes as the client and workflows take them. */
export function attributePairs(found: FoundBy): SearchAttributePair[] {
  const pairs: SearchAttributePair[] = [];
  if (found.stage !== undefined) pairs.push({ key: ATTRIBUTES.stage, value: found.stage });
  if (found.networkId !== undefined) pairs.push({ key: ATTRIBUTES.networkId, value: found.networkId });
  if (found.accountId !== undefined) pairs.push({ key: ATTRIBUTES.accountId, value: found.accountId });
  if (found.batchId != null) pairs.push({ key: ATTRIBUTES.batchId, value: found.batchId });
  if (found.resolveBy !== undefined) pairs.push({ key: ATTRIBUTES.resolveBy, value: found.resolveBy });
  return pairs;
}
