import type { DeliveryAttempt } from '../../../clients/typescript/src/types.ts';

/** How often an event was sent to an endpoint, and how the last attempt ended. */
export interface SentTo {
  /** Null for the endpoint that the technical contact set. */
  readonly id: string | null;
  readonly count: number;
  readonly last: DeliveryAttempt;
}

/** The attempts of an event by endpoint, in the order of their first attempts. @param attempts oldest first */
export function byEndpoint(attempts: readonly DeliveryAttempt[]): readonly SentTo[] {
  const grouped = Map.groupBy(attempts, ({ endpoint_id: id }) => id);
  return [...grouped].flatMap(([id, made]) => {
    const last = made.at(-1);
    return last === undefined ? [] : [{ id, count: made.length, last }];
  });
}
