import type { RequestActor } from '../audit/record.ts';

/** Who ends approvals at their time. */
export const AS_WORKER: RequestActor = {
  principal: { kind: 'process', name: 'worker' },
  address: null,
  userAgent: null,
};
