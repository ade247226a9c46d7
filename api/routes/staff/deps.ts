import type { AppParts } from '../../app-parts.ts';
import { type ApiError, apiError } from '../../plugins/api-error.ts';

/** What the staff routes need. */
export type StaffDeps = Pick<AppParts, 'pools' | 'cursors' | 'workflowsUrl' | 'ledger' | 'inquirer'>;

/** @param what such as `purchase`. @param param the field with its id. */
export function unknownToStaff(what: string, param: string): ApiError {
  return apiError('staff_subject_unknown', { values: { what }, param });
}
