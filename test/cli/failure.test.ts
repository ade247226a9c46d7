import { expect, it } from 'vitest';
import { explain } from '../../cli/failure.ts';

const failed = (code: string, message: string) => Object.assign(new Error(message), { code });

it('explains a database that is away or has no free connection', () => {
  expect(explain(failed('ECONNREFUSED', 'connect ECONNREFUSED'))).toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('does not answer'),
  });
  expect(explain(failed('53300', 'sorry, too many clients already'))).toEqual({
    exitCode: 2,
    message:
      'The database has no free connection (sorry, too many clients already). See DatabaseAway in docs/operators.md.',
  });
});
