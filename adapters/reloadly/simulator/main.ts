import { runSimulator } from '../../simulation/run.ts';
import { createSimulator } from './server.ts';

await runSimulator(createSimulator);
