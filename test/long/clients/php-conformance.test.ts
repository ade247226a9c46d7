import { testConformance } from '../../clients/conformance/suite.ts';
import { PACKAGE } from '../../support/clients/php/project.ts';

testConformance({ language: 'php', command: ['php', 'conformance/driver.php'], cwd: PACKAGE });
