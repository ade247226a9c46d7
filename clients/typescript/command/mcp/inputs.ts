import { z } from 'zod';

/** The inputs that several tools share. Each has a limit. */
export const Reference = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,64}$/)
  .describe('Your own id of the purchase: 1 to 64 letters, digits, `-`, `_`, `.` or `:`.');
export const PhoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/)
  .describe('Phone number in E.164 format, such as +2348031234567.');
export const Id = z.string().min(1).max(64);
export const Cursor = z.string().max(500).optional().describe('The `next_cursor` of the page before.');
export const Limit = z.number().int().min(1).max(100).default(20).describe('Items per page.');
export const WaitSeconds = z
  .number()
  .int()
  .min(0)
  .max(50)
  .default(25)
  .describe('How long to wait until it is final. If it is not, call the tool again.');
