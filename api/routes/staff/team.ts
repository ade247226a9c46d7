import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listStaff } from '../../../db/people/staff.ts';
import { readId } from '../../../domain/ids.ts';
import { dismissStaff, inviteStaff, renderStaffMember } from '../../../services/staff/team.ts';
import { apiError } from '../../plugins/api-error.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { whole } from './list.ts';
import { INVITE, REMOVE, TEAM } from './team-schemas.ts';

/** /v1/staff/team: the staff members. */
export function staffTeamRoutes({ pools: { reads: pool } }: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const may = { staffRight: 'staff:read' } as const;
    app.get('/team', { schema: TEAM, config: may }, async () =>
      whole((await listStaff(pool)).map(renderStaffMember)),
    );
    const manages = { staffRight: 'staff:manage' } as const;
    app.post('/team', { schema: INVITE, config: manages }, async (request) => {
      const { email: given, name, role, reason } = request.body;
      const email = given.toLowerCase();
      const by = request.staff.session.personId;
      const wish = { email, name: name?.trim() || email, role };
      const invitation = await inviteStaff(pool, wish, by, staffActor(request, reason));
      if (invitation.kind === 'self') throw apiError('staff_self');
      if (invitation.kind === 'client') throw apiError('staff_is_client', { param: 'email' });
      const { personId, signInPath } = invitation;
      return { person_id: personId, email, role, sign_in_path: signInPath };
    });
    app.post('/team/:person_id/remove', { schema: REMOVE, config: manages }, async (request) => {
      const id = readId('per', request.params.person_id);
      if (id === null) throw unknownToStaff('staff member', 'person_id');
      const by = request.staff.session.personId;
      const done = await dismissStaff(pool, id, by, staffActor(request, request.body.reason));
      if (done === 'self') throw apiError('staff_self');
      if (done === 'unknown') throw unknownToStaff('staff member', 'person_id');
      return { person_id: id };
    });
  };
}
