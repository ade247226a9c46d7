import { z } from 'zod';
import { runSimulator } from '../../simulation/run.ts';
import { createSimulator } from './server.ts';

const Own = z
  .object({
    RATE_LIMIT: z.coerce.number().int().min(1).optional(),
    SEED: z.coerce.number().int().default(1),
  })
  .transform(({ RATE_LIMIT, SEED }) => ({
    seed: SEED,
    ...(RATE_LIMIT === undefined ? {} : { requestsPerSecond: RATE_LIMIT }),
  }));

await runSimulator(createSimulator, Own);
