import { createHash } from 'node:crypto';
import { formatStaffAction, type StaffAction } from '../approvals/staff.ts';

/** SHA-256 of what an operator wants to do: one changed parameter is another hash. */
export function hashStaffAction(action: StaffAction): Buffer {
  return createHash('sha256').update(formatStaffAction(action)).digest();
}
