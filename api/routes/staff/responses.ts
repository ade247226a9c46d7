import { ErrorBody } from '../../../contract/errors.ts';

/** What an operation that reads can be refused with. */
export const READ_REFUSALS = {
  400: ErrorBody,
  401: ErrorBody,
  403: ErrorBody,
  429: ErrorBody,
  500: ErrorBody,
};

/** An operation that names a resource. */
export const FOUND = { 404: ErrorBody };

/** What an operation that changes something can be refused with. */
export const COMMAND_REFUSALS = { ...READ_REFUSALS, ...FOUND, 409: ErrorBody };
