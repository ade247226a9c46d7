import { adapterContract } from '../../support/adapters/contract.ts';
import { reloadlySubject } from '../../support/adapters/reloadly-subject.ts';

adapterContract('Reloadly, in sync mode', reloadlySubject('sync'));
adapterContract('Reloadly, in async mode', reloadlySubject('async'));
