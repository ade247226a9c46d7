import { join } from 'node:path';
import { testConformance } from '../../../clients/conformance/suite.ts';

testConformance({
  language: 'typescript',
  command: [process.execPath, 'conformance/driver.ts'],
  cwd: join(import.meta.dirname, '..', '..', '..', '..', 'clients', 'typescript'),
});
