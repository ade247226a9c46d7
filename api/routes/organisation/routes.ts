import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import type { OrganisationResource } from '../../../contract/people/organisation.ts';
import { renderPerson } from '../../../contract/people/person.ts';
import {
  changeMember,
  dropMember,
  type Manager,
  type MemberChange,
} from '../../../db/people/member-changes.ts';
import { findMember, listMembersBefore } from '../../../db/people/members.ts';
import { readOwnOrganisation, renameOrganisation } from '../../../db/people/own-organisation.ts';
import { readSso, type SsoTerms } from '../../../db/people/sso/settings.ts';
import type { Member } from '../../../domain/access/member.ts';
import type { Right } from '../../../domain/access/rights.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import { type AccountId, type PersonId, readId } from '../../../domain/ids.ts';
import { apiError } from '../../plugins/api-error.ts';
import type { PageDeps } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { readPage } from '../page.ts';
import {
  GET_ORGANISATION,
  GET_PERSON,
  LIST_PEOPLE,
  REMOVE_PERSON,
  UPDATE_ORGANISATION,
  UPDATE_PERSON,
} from './schemas.ts';

const READ = { right: 'people:read' } as const;
const MANAGE = { right: 'people:manage' } as const;

/** /v1/organisation and /v1/people: the organisation of the request's account, and who is in it. */
export function organisationRoutes(deps: PageDeps): FastifyPluginAsyncZod {
  const pool = deps.pools.reads;

  return async (app) => {
    app.get('/organisation', { schema: GET_ORGANISATION, config: READ }, async ({ caller }) =>
      showOrganisation(deps, caller.accountId),
    );
    const rename = { schema: UPDATE_ORGANISATION, config: MANAGE };
    app.patch('/organisation', rename, async ({ caller: { accountId }, body, actor }) => {
      if (!(await renameOrganisation(pool, accountId, body.name.trim(), actor)))
        throw apiError('organisation_missing');
      return showOrganisation(deps, accountId);
    });

    app.get('/people', { schema: LIST_PEOPLE, config: READ }, async ({ caller, query }, reply) =>
      deps.lists.make(reply, caller.accountId, () => listPage(deps, caller.accountId, query)),
    );
    const path = '/people/:person_id';
    app.get(path, { schema: GET_PERSON, config: READ }, async ({ caller, params }) =>
      showPerson(deps, caller.accountId, readPersonId(params.person_id)),
    );
    app.patch(path, { schema: UPDATE_PERSON, config: MANAGE }, async (request) => {
      const { accountId } = request.caller;
      const { role, suspended } = request.body;
      const id = readPersonId(request.params.person_id);
      const before = await findMember(deps.pools.own.of(accountId), accountId, id);
      if (before === null) throw apiError('person_unknown');
      if (role === undefined && suspended === undefined)
        throw apiError('field_invalid', { values: { field: 'The body', rule: FIELD_RULES.changes } });
      const wish = {
        ...(role === undefined ? {} : { role }),
        ...(suspended === undefined ? {} : { suspended }),
      };
      doneOrThrow(await changeMember(pool, accountId, id, wish, managerOf(request)));
      return showPerson(deps, accountId, id);
    });
    app.delete(path, { schema: REMOVE_PERSON, config: MANAGE }, async (request) => {
      const id = readPersonId(request.params.person_id);
      doneOrThrow(await dropMember(pool, request.caller.accountId, id, managerOf(request)));
      return { id, object: 'person' as const, deleted: true as const };
    });
  };
}

/** Who changes people with a request. */
export function managerOf({ actor, rights }: FastifyRequest): Manager {
  return { actor, rights };
}

async function showOrganisation({ pools }: PageDeps, accountId: AccountId): Promise<OrganisationResource> {
  const found = await readOwnOrganisation(pools.reads, accountId);
  if (found === null) throw apiError('organisation_missing');
  const sso = await readSso(pools.reads, found.id);
  return {
    id: found.id,
    object: 'organisation',
    name: found.name,
    accounts: found.accounts.map(({ id, name, livemode }) => ({ id, name, livemode })),
    single_sign_on: sso === null ? null : renderSso(sso),
    created_at: found.createdAt.toISOString(),
  };
}

function renderSso({ issuer, clientId, domains, isRequired, admitsDomain }: SsoTerms) {
  return {
    issuer,
    client_id: clientId,
    domains: [...domains],
    required: isRequired,
    admits_domain: admitsDomain,
  };
}

async function showPerson({ pools }: PageDeps, accountId: AccountId, id: PersonId) {
  const member = await findMember(pools.own.of(accountId), accountId, id);
  if (member === null) throw apiError('person_unknown');
  return renderPerson(member);
}

function readPersonId(text: string): PersonId {
  const id = readId('per', text);
  if (id === null) throw apiError('person_unknown');
  return id;
}

/** The refusal of a role that the organisation does not have. */
export function unknownRole() {
  return apiError('field_invalid', { values: { field: 'role', rule: FIELD_RULES.role }, param: 'role' });
}

/** @throws ApiError if nothing was changed. */
export function doneOrThrow(change: MemberChange): void {
  switch (change.kind) {
    case 'done':
      return;
    case 'not_found':
      throw apiError('person_unknown');
    case 'last_owner':
      throw apiError('last_owner');
    case 'unknown_role':
      throw unknownRole();
    case 'exceeds':
      throw exceedsRights(change.right);
    default:
      assertNever(change);
  }
}

/** The refusal to give or touch a role with a right that the request does not have. */
export function exceedsRights(right: Right) {
  return apiError('person_exceeds_rights', { values: { right }, details: { required_right: right } });
}

export interface PageQuery {
  readonly limit: string;
  readonly cursor?: string | undefined;
}

function listPage({ pools, cursors, lists }: PageDeps, accountId: AccountId, { limit, cursor }: PageQuery) {
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'people', filters: {} },
    cursor,
    limit: Number(limit),
    readPosition: ([text = '']) => {
      const id = readId('per', text);
      if (id === null) throw foreignCursor();
      return id;
    },
    find: (after: PersonId | null, count) =>
      lists.read(accountId, () => listMembersBefore(pools.own.of(accountId), accountId, after, count)),
    positionOf: ({ personId }: Member) => [personId],
    render: (members: readonly Member[]) => members.map(renderPerson),
  });
}
