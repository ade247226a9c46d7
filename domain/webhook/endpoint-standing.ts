/** What the last attempts at an endpoint show. */
export interface EndpointRecord {
  readonly everDelivered: boolean;
  /** Failed attempts since the last delivery, or since the endpoint was set. */
  readonly failures: number;
}

/**
 * `proven`: it takes deliveries. `unproven`: there is no result yet. `failing`: its attempts have separate slots
 * until one succeeds.
 */
export type Standing = 'proven' | 'unproven' | 'failing';

/** An endpoint that has delivered is failing from this many failures in a row; a new one from the first. */
export const FAILURES_OF_PROVEN = 3;

/** Judges an endpoint by its record. */
export function judgeStanding({ everDelivered, failures }: EndpointRecord): Standing {
  if (failures === 0) return everDelivered ? 'proven' : 'unproven';
  return everDelivered && failures < FAILURES_OF_PROVEN ? 'proven' : 'failing';
}
