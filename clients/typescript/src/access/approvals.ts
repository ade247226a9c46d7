import { type CallOptions, type Calls, json } from '../calls.ts';
import type { Listing } from '../listing.ts';
import type { Approval, DecideApproval, EndApproval, ListApprovalsQuery } from '../types.ts';

/**
 * Requests that others approve before a batch may buy. `settings.approvalRules` says which batches need one: their start is an
 * ApiError `approval_required`, with `details.approval_id`.
 */
export interface Approvals {
  /** Newest first. The status `requested` selects what waits. */
  list(query?: Omit<ListApprovalsQuery, 'cursor'>): Listing<Approval>;
  get(id: string, options?: CallOptions): Promise<Approval>;
  /**
   * Approves exactly the `terms`. The same approval twice counts once.
   * @throws ApiError `permission_denied` if you prepared the batch, or lack the right `approvals:decide`.
   */
  approve(id: string, decision?: DecideApproval, options?: CallOptions): Promise<Approval>;
  /**
   * Ends the request, permanently.
   * @throws ApiError with status 409 and `details.status` if it has ended, also if the answer to an earlier attempt was lost.
   */
  reject(id: string, end: EndApproval, options?: CallOptions): Promise<Approval>;
  /**
   * Ends a request that you made.
   * @throws ApiError with status 409 and `details.status` if it has ended, also if the answer to an earlier attempt was lost.
   */
  withdraw(id: string, end: EndApproval, options?: CallOptions): Promise<Approval>;
}

const PATH = '/v1/approvals';

export function createApprovals({ get, list, post }: Calls): Approvals {
  const at = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
  const send = async (id: string, command: string, body: object, options: CallOptions | undefined) =>
    (await post<Approval>({ path: `${at(id)}/${command}`, body: json(body) }, options)).body;
  return {
    list: (query) => list(PATH, query),
    get: (id, options) => get(at(id), options),
    approve: (id, decision = {}, options) => send(id, 'approve', decision, options),
    reject: (id, end, options) => send(id, 'reject', end, options),
    withdraw: (id, end, options) => send(id, 'withdraw', end, options),
  };
}
