import { join } from 'node:path';
import { beforeAll, describe } from 'vitest';
import { testConformance } from '../../clients/conformance/suite.ts';
import { installRuntime, RUNTIMES, runtimeCommand } from '../../support/clients/runtimes.ts';

const PACKAGE = join(import.meta.dirname, '..', '..', '..', 'clients', 'typescript');

describe.each(Object.keys(RUNTIMES) as (keyof typeof RUNTIMES)[])('on %s', (name) => {
  beforeAll(() => installRuntime(name));

  testConformance({
    language: 'typescript',
    command: [...runtimeCommand(name), 'conformance/driver.ts'],
    cwd: PACKAGE,
  });
});
