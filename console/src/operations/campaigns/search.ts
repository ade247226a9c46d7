/** Which campaigns the API lists; `open` is running or paused. */
export const STATUSES = [
  'open',
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
}

/** Reads an address; what the API does not know is left out. */
export function readCampaignSearch({ status }: Record<string, unknown>): CampaignSearch {
  const found = STATUSES.find((one) => one === status);
  return found === undefined ? {} : { status: found };
}
