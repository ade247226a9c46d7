/** The result of a webhook that was accepted immediately. */
export const DELIVERED = {
  outcome: 'delivered',
  httpStatus: 204,
  error: null,
  address: null,
  durationMs: 1,
  answer: null,
} as const;
