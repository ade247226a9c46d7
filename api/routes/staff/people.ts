import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listMembers, type MemberPosition } from '../../../db/people/people.ts';
import { setSuspended } from '../../../db/people/suspend.ts';
import { readId } from '../../../domain/ids.ts';
import { renderStaffPerson } from '../../../services/staff/people.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { idIn, staffPage } from './list.ts';
import { PEOPLE, RESTORE, SUSPEND } from './people-schemas.ts';

/** /v1/staff/people: people of clients. */
export function staffPeopleRoutes({ pools: { reads: pool }, cursors }: StaffDeps): FastifyPluginAsyncZod {
  const set = async (
    request: FastifyRequest,
    person: string,
    { organisation_id: organisation, reason }: { organisation_id: string; reason: string },
    suspended: boolean,
  ) => {
    const [personId, organisationId] = [readId('per', person), readId('org', organisation)];
    if (personId === null) throw unknownToStaff('person', 'person_id');
    if (organisationId === null) throw unknownToStaff('organisation', 'organisation_id');
    const actor = staffActor(request, reason);
    const done = await setSuspended(pool, organisationId, personId, suspended, actor);
    if (done === 'not_found') throw unknownToStaff('person in this organisation', 'person_id');
    return { person_id: personId, organisation_id: organisationId, suspended, changed: done === 'changed' };
  };
  return async (app) => {
    const may = { staffRight: 'people:read' } as const;
    app.get('/people', { schema: PEOPLE, config: may }, async ({ query }) => {
      const { organisation_id: organisation, q } = query;
      const organisationId = organisation === undefined ? null : readId('org', organisation);
      if (organisation !== undefined && organisationId === null)
        throw unknownToStaff('organisation', 'organisation_id');
      const text = q === undefined || q === '' ? null : q;
      return staffPage(cursors, {
        endpoint: 'people',
        query,
        render: renderStaffPerson,
        readPosition: ([person, of]) => ({ personId: idIn('per', person), organisationId: idIn('org', of) }),
        positionOf: ({ personId, organisationId: of }) => [personId, of],
        find: (after: MemberPosition | null, count) => listMembers(pool, organisationId, text, count, after),
      });
    });
    const changes = { staffRight: 'people:write' } as const;
    app.post('/people/:person_id/suspend', { schema: SUSPEND, config: changes }, (request) =>
      set(request, request.params.person_id, request.body, true),
    );
    app.post('/people/:person_id/restore', { schema: RESTORE, config: changes }, (request) =>
      set(request, request.params.person_id, request.body, false),
    );
  };
}
