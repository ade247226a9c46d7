import { STAFF_RIGHTS, type StaffRight } from '../../../domain/access/staff.ts';
import type { ApiFixture } from './fixture.ts';
import { type Operation, operationsIn } from './operations.ts';

export interface StaffOperation extends Operation {
  readonly right: StaffRight;
}

/** Every operation under /v1/staff, from the document for the staff. @throws if one names no staff right. */
export function staffOperationsOf({ app }: ApiFixture): StaffOperation[] {
  return operationsIn(app.staffDocument()).map((operation) => {
    const right = Object.keys(STAFF_RIGHTS).find((one): one is StaffRight => one === operation.right);
    if (right === undefined) throw new Error(`${operation.id} names no staff right`);
    return { ...operation, right };
  });
}
