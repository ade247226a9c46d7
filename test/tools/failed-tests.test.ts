import { expect, it } from 'vitest';
import { failedTests } from '../../tools/failed-tests.ts';

const passed = { status: 'passed', fullName: 'a day adds up', failureMessages: [] };

it('names a failed test by its file and title, with its message in plain text', () => {
  const results = {
    testResults: [
      {
        name: '/project/test/domain/days.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          passed,
          {
            status: 'failed',
            fullName: 'a week adds up',
            failureMessages: ['\u001B[31mexpected 1\u001B[39m\n\n  to be 2'],
          },
        ],
      },
      { name: '/project/test/db/days.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ],
  };
  expect(failedTests(results, '/project')).toEqual([
    'test/domain/days.test.ts > a week adds up\n    expected 1\n      to be 2',
  ]);
});

it('names a file that could not be loaded', () => {
  const file = {
    name: '/project/test/a.test.ts',
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  };
  expect(failedTests({ testResults: [file] }, '/project')).toEqual(['test/a.test.ts\n    no such module']);
});

it('names a file whose hook failed after its tests passed', () => {
  const file = {
    name: '/project/test/a.test.ts',
    status: 'failed',
    message: 'still open',
    assertionResults: [passed],
  };
  expect(failedTests({ testResults: [file] }, '/project')).toEqual(['test/a.test.ts\n    still open']);
});

it('says nothing if all tests passed', () => {
  const file = { name: '/project/test/a.test.ts', status: 'passed', message: '', assertionResults: [passed] };
  expect(failedTests({ testResults: [file] }, '/project')).toEqual([]);
});
