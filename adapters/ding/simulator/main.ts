import { z } from 'zod';
import { runSimulator } from '../../simulation/run.ts';
import { createSimulator } from './server.ts';

await runSimulator(createSimulator, z.object({}));
