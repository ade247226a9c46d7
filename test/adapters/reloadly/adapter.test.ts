import { adapterContract } from '../../support/adapters/contract.ts';
import { reloadlySubject } from '../../support/adapters/reloadly-subject.ts';

adapterContract('Reloadly, its calls held open', reloadlySubject('sync'));
adapterContract('Reloadly, reported later', reloadlySubject('async'));
