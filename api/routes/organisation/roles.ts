import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { type RoleResource, renderBuiltInRoles, renderCustomRole } from '../../../contract/people/role.ts';
import { changeRole, createRole, deleteRole, type RoleChange } from '../../../db/people/roles/changes.ts';
import { listCustomRoles } from '../../../db/people/roles/read.ts';
import { CUSTOM_ROLES_MAX, type CustomRole } from '../../../domain/access/custom-role.ts';
import { isClientRole } from '../../../domain/access/session-rights.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import { type AccountId, type RoleId, readId } from '../../../domain/ids.ts';
import { apiError } from '../../plugins/api-error.ts';
import type { PageDeps } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { readPage } from '../page.ts';
import { CREATE_ROLE, DELETE_ROLE, GET_ROLE, LIST_ROLES, UPDATE_ROLE } from './role-schemas.ts';
import { exceedsRights, managerOf, type PageQuery } from './routes.ts';

const READ = { right: 'people:read' } as const;
const MANAGE = { right: 'people:manage' } as const;
const PATH = '/roles/:role_id';

/** /v1/roles: what people of the organisation of the request's account can be. */
export function roleRoutes(deps: PageDeps): FastifyPluginAsyncZod {
  const pool = deps.pools.reads;

  return async (app) => {
    app.get('/roles', { schema: LIST_ROLES, config: READ }, async ({ caller, query }, reply) =>
      deps.lists.make(reply, caller.accountId, () => listPage(deps, caller.accountId, query)),
    );

    app.get(PATH, { schema: GET_ROLE, config: READ }, async ({ caller, params }) => {
      const roles = await findRoles(deps, caller.accountId);
      const found = roles.find(({ id }) => id === params.role_id);
      if (found === undefined) throw apiError('role_unknown');
      return found;
    });

    app.post('/roles', { schema: CREATE_ROLE, config: MANAGE }, async (request, reply) => {
      const wish = { name: request.body.name.trim(), rights: new Set(request.body.rights) };
      const created = await createRole(pool, request.caller.accountId, wish, managerOf(request));
      reply.code(201);
      return renderCustomRole(doneOrThrow(created));
    });

    app.patch(PATH, { schema: UPDATE_ROLE, config: MANAGE }, async (request) => {
      const { name, rights } = request.body;
      const id = readOwnId(request.params.role_id);
      if (name === undefined && rights === undefined)
        throw apiError('field_invalid', { values: { field: 'The body', rule: FIELD_RULES.changes } });
      const wish = {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(rights === undefined ? {} : { rights: new Set(rights) }),
      };
      const changed = await changeRole(pool, request.caller.accountId, id, wish, managerOf(request));
      return renderCustomRole(doneOrThrow(changed));
    });

    app.delete(PATH, { schema: DELETE_ROLE, config: MANAGE }, async (request) => {
      const id = readOwnId(request.params.role_id);
      doneOrThrow(await deleteRole(pool, request.caller.accountId, id, managerOf(request)));
      return { id, object: 'role' as const, deleted: true as const };
    });
  };
}

/** @throws ApiError for a built-in role, and for what is no id of a role. */
function readOwnId(text: string): RoleId {
  if (isClientRole(text)) throw apiError('role_built_in');
  const id = readId('rol', text);
  if (id === null) throw apiError('role_unknown');
  return id;
}

/** @throws ApiError if nothing was changed. */
function doneOrThrow(change: RoleChange): CustomRole {
  switch (change.kind) {
    case 'done':
      return change.role;
    case 'no_organisation':
      throw apiError('organisation_missing');
    case 'not_found':
      throw apiError('role_unknown');
    case 'name_taken':
      throw apiError('role_name_taken');
    case 'too_many':
      throw apiError('roles_exceeded', { values: { max: CUSTOM_ROLES_MAX } });
    case 'exceeds':
      throw exceedsRights(change.right);
    case 'in_use': {
      const { people, invitations } = change.holders;
      throw apiError('role_in_use', { details: { person_ids: people, invitation_ids: invitations } });
    }
    default:
      return assertNever(change);
  }
}

/** Built-in roles, then the own ones, oldest first. */
async function findRoles({ pools }: PageDeps, accountId: AccountId): Promise<RoleResource[]> {
  const own = await listCustomRoles(pools.own.of(accountId), accountId);
  return [...renderBuiltInRoles(), ...own.map(renderCustomRole)];
}

function listPage(deps: PageDeps, accountId: AccountId, { limit, cursor }: PageQuery) {
  return readPage({
    cursors: deps.cursors,
    scope: { accountId, endpoint: 'roles', filters: {} },
    cursor,
    limit: Number(limit),
    readPosition: ([text = '']) => {
      if (!isClientRole(text) && readId('rol', text) === null) throw foreignCursor();
      return text;
    },
    find: async (after: string | null, count) => {
      const roles = await deps.lists.read(accountId, () => findRoles(deps, accountId));
      const from = after === null ? 0 : placeAfter(roles, after);
      return roles.slice(from, from + count);
    },
    positionOf: ({ id }) => [id],
    render: (shown: readonly RoleResource[]) => [...shown],
  });
}

/** Where the list continues after a role, which may have been deleted since. */
function placeAfter(roles: readonly RoleResource[], after: string): number {
  const at = roles.findIndex(({ id }) => id === after);
  if (at !== -1) return at + 1;
  const next = roles.findIndex(({ id, built_in }) => !built_in && id > after);
  return next === -1 ? roles.length : next;
}
