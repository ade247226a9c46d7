import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What vitest's JSON reporter writes about tests that failed. */
export interface TestOutcomes {
  readonly testResults: readonly {
    /** The path of the file, and the reason if it could not be loaded or one of its hooks failed. */
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const MESSAGE_LINES_MAX = 12;

/** Each failed test with its file and the first lines of its message, relative to the folder `root`. Empty if none failed. */
export function failedTests({ testResults }: TestOutcomes, root: string): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [describe(file, message)] : [];
    return failed.map((test) => describe(`${file} > ${test.fullName}`, test.failureMessages.join('\n')));
  });
}

function describe(title: string, message: string): string {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, MESSAGE_LINES_MAX);
  return [title, ...lines.filter((line) => line !== '').map((line) => `    ${line}`)].join('\n');
}

// `node tools/failed-tests.ts RESULTS…` prints the failed tests of these files of results; `.ci/run` ends with it.
if (import.meta.main) {
  for (const path of process.argv.slice(2)) {
    const failed = failedTests(JSON.parse(readFileSync(path, 'utf8')), process.cwd());
    console.log(`\n${path}: ${failed.length} failed\n${failed.map((text) => `  ${text}\n`).join('')}`);
  }
}
