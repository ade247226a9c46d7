import type { CallOptions, Calls } from '../calls.ts';
import type { Listing } from '../listing.ts';
import type {
  ListPeopleQuery,
  Organisation,
  Person,
  RemovedPerson,
  UpdateOrganisation,
  UpdatePerson,
} from '../types.ts';

/**
 * The people of your organisation. A key needs the right `people:read`, and `people:manage` to change people. It has them only
 * if its scopes name them.
 */
export interface People {
  /** Empty if your account belongs to no organisation. */
  list(query?: Omit<ListPeopleQuery, 'cursor'>): Listing<Person>;
  get(id: string, options?: CallOptions): Promise<Person>;
  /**
   * Changes the role of a person, or suspends the person. It holds from the person's next request.
   * @throws ApiError `permission_denied` for a role with rights that you do not have. A key cannot manage roles that can spend or
   *   approve.
   */
  update(id: string, changes: UpdatePerson, options?: CallOptions): Promise<Person>;
  /**
   * Takes the person out of your organisation, and signs the person out everywhere.
   * @throws ApiError with status 404 if the person is not in it, also if the answer to an earlier attempt was lost.
   */
  remove(id: string, options?: CallOptions): Promise<RemovedPerson>;
}

/** Your company, which owns accounts and has people. */
export interface OwnOrganisation {
  /** @throws ApiError with status 404 if your account belongs to none. */
  get(options?: CallOptions): Promise<Organisation>;
  /** Changes the name. Needs the right `people:manage`. */
  update(changes: UpdateOrganisation, options?: CallOptions): Promise<Organisation>;
}

const PEOPLE = '/v1/people';
const ORGANISATION = '/v1/organisation';

export function createPeople({ get, list, change }: Calls): People {
  const at = (id: string) => `${PEOPLE}/${encodeURIComponent(id)}`;
  return {
    list: (query) => list(PEOPLE, query),
    get: (id, options) => get(at(id), options),
    update: (id, body, options) => change('PATCH', at(id), { ...options, body }),
    remove: (id, options) => change('DELETE', at(id), options),
  };
}

export function createOwnOrganisation({ get, change }: Calls): OwnOrganisation {
  return {
    get: (options) => get(ORGANISATION, options),
    update: (body, options) => change('PATCH', ORGANISATION, { ...options, body }),
  };
}
