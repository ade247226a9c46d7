import { adapterContract } from './contract.ts';
import { reloadlySubject } from './reloadly-subject.ts';

adapterContract('Reloadly, its calls held open', reloadlySubject('sync'));
adapterContract('Reloadly, told later', reloadlySubject('async'));
