import { type CallOptions, type Calls, json } from '../calls.ts';
import type { Listing } from '../listing.ts';
import type { CreateRole, DeletedRole, ListRolesQuery, Role, UpdateRole } from '../types.ts';

/** The roles that people can have: built-in ones, and those that your organisation composed of rights. */
export interface Roles {
  /** With the rights of each role. */
  list(query?: Omit<ListRolesQuery, 'cursor'>): Listing<Role>;
  get(id: string, options?: CallOptions): Promise<Role>;
  /**
   * Needs the right `people:manage`.
   * @throws ApiError `permission_denied` for a right that you do not have, and with status 409 if the organisation has a role of this
   *   name, also if the answer to an earlier attempt was lost.
   */
  create(role: CreateRole, options?: CallOptions): Promise<Role>;
  /** Renames the role, or replaces its rights. It counts from the next request of everyone who has it. */
  update(id: string, changes: UpdateRole, options?: CallOptions): Promise<Role>;
  /** @throws ApiError with status 409 if people or open invitations have the role; `details` names them. */
  delete(id: string, options?: CallOptions): Promise<DeletedRole>;
}

const ROLES = '/v1/roles';

export function createRoles({ get, list, post, change }: Calls): Roles {
  const at = (id: string) => `${ROLES}/${encodeURIComponent(id)}`;
  return {
    list: (query) => list(ROLES, query),
    get: (id, options) => get(at(id), options),
    create: async (role, options) => (await post<Role>({ path: ROLES, body: json(role) }, options)).body,
    update: (id, body, options) => change('PATCH', at(id), { ...options, body }),
    delete: (id, options) => change('DELETE', at(id), options),
  };
}
