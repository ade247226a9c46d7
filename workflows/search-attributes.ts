import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';
import type { SEARCH_ATTRIBUTES, Stage } from './names.ts';

type Names = typeof SEARCH_ATTRIBUTES;

function key<Name extends keyof Names>(name: Name, type: Names[Name]) {
  return defineSearchAttributeKey(name, type);
}

/** The keys under which every workflow is found, with the types that are registered at the server. */
const ATTRIBUTES = {
  stage: key('Stage', 'KEYWORD'),
  networkId: key('NetworkId', 'KEYWORD'),
  accountId: key('AccountId', 'KEYWORD'),
  batchId: key('BatchId', 'KEYWORD'),
  resolveBy: key('ResolveBy', 'DATETIME'),
} as const;

/** The values by which a workflow is found; missing and null values are left out. */
export interface FoundBy {
  readonly stage?: Stage;
  readonly networkId?: string;
  readonly accountId?: string;
  readonly batchId?: string | null;
  readonly resolveBy?: Date;
}

/** Attributes in the form that the client and workflows accept. */
export function attributePairs(found: FoundBy): SearchAttributePair[] {
  const pairs: SearchAttributePair[] = [];
  if (found.stage !== undefined) pairs.push({ key: ATTRIBUTES.stage, value: found.stage });
  if (found.networkId !== undefined) pairs.push({ key: ATTRIBUTES.networkId, value: found.networkId });
  if (found.accountId !== undefined) pairs.push({ key: ATTRIBUTES.accountId, value: found.accountId });
  if (found.batchId != null) pairs.push({ key: ATTRIBUTES.batchId, value: found.batchId });
  if (found.resolveBy !== undefined) pairs.push({ key: ATTRIBUTES.resolveBy, value: found.resolveBy });
  return pairs;
}
