/** What a sender answers of a webhook that was taken at once. */
export const DELIVERED = {
  outcome: 'delivered',
  httpStatus: 204,
  error: null,
  address: null,
  durationMs: 1,
  answer: null,
} as const;
