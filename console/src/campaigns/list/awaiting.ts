import type { Approval } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useRight } from '../../app/session.tsx';

/** The ids of the campaigns whose approval was requested and not decided yet, as far as the person may see approvals. */
export function useAwaiting(): ReadonlySet<string> {
  const { data } = useAll<Approval>('/v1/approvals', { status: 'requested' }, useRight('approvals:read'));
  return new Set(data?.map(({ batch_id: id }) => id));
}
