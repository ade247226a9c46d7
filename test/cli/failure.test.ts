import { expect, it } from 'vitest';
import { explain } from '../../cli/failure.ts';

const failed = (code: string, message: string) => Object.assign(new Error(message), { code });

it.each([
  [
    '28P01',
    'password authentication failed for user "x"',
    'Check the user and the password in DATABASE_URL.',
  ],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.7"', 'Check the user and the password in DATABASE_URL.'],
  [
    '',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'Check the user and the password',
  ],
  ['3D000', 'database "bundles" does not exist', 'Check the name at the end of DATABASE_URL.'],
])('says of %s what to check, and that the database answered', (code, said, advice) => {
  const { exitCode, message } = explain(failed(code, said));
  expect(exitCode).toBe(2);
  expect(message).toContain(said);
  expect(message).toContain(advice);
  expect(message).toContain('answered, but');
  expect(message).not.toContain('does not answer');
});

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
