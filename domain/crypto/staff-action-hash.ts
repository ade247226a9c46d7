import { createHash } from 'node:crypto';
import { formatStaffAction, type StaffAction } from '../approvals/staff.ts';

/** SHA-256 of what an operator wants to do: one changed parameter is another hash. */
export function hashStaffAction(action: StaffAction): Buffer {
  return createHash('sha256').update(formatStaffAction(action)).digest();
}

/** SHA-256 of a list, in hexadecimal digits: one changed line, or another order, is another hash. */
export function hashLines(lines: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex');
}
