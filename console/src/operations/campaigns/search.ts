/** Which campaigns the API lists; `open` is running or paused, `all` is any. */
export const STATUSES = [
  'open',
  'all',
  'validating',
  'ready',
  'running',
  'paused',
  'completed',
  'canceled',
  'rejected',
] as const;
export type BatchFilter = (typeof STATUSES)[number];

/** Which campaigns an address shows. */
export interface CampaignSearch {
  /** Left out: those that are running or paused. */
  status?: BatchFilter;
  /** A part of the reference or note. */
  q?: string;
  /** Id of an account. The name `account` is that of the account of a client's person. */
  of?: string;
}

/** Reads an address; what the API does not know is left out. */
export function readCampaignSearch({ status, q, of }: Record<string, unknown>): CampaignSearch {
  const found = STATUSES.find((one) => one === status);
  const text = q === undefined ? '' : String(q).slice(0, 100);
  return {
    ...(found === undefined ? {} : { status: found }),
    ...(text === '' ? {} : { q: text }),
    ...(typeof of === 'string' && of !== '' ? { of } : {}),
  };
}
