import type { FastifyRequest } from 'fastify';
import { findApproval } from '../../../db/approvals/store.ts';
import { identityOf, isSameIdentity } from '../../../domain/access/identity.ts';
import { readId } from '../../../domain/ids.ts';
import type { ApiPools } from '../../pools.ts';

/** Whether a request for `/approvals/{approval_id}` is about what its sender asked for. */
export function isOwnRequest({ own }: Pick<ApiPools, 'own'>) {
  return async ({ caller: { accountId }, principal, params }: FastifyRequest): Promise<boolean> => {
    const named: { readonly approval_id?: string } = { ...(typeof params === 'object' ? params : {}) };
    const id = readId('apr', named.approval_id ?? '');
    const found = id === null ? null : await findApproval(own.of(accountId), accountId, id);
    return found !== null && isSameIdentity(found.requestedBy, identityOf(principal));
  };
}
