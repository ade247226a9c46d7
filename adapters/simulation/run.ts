import { z } from 'zod';
import type { Simulator, SimulatorOptions } from './server.ts';

const TextByAccount = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().min(1), z.string().min(1)))
  .optional();

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  SIMULATOR_ACCOUNTS: TextByAccount,
  CALLBACK_URLS: TextByAccount,
  SIGNING_SECRETS: TextByAccount,
  BOOK_FILE: z.string().min(1).optional(),
  TIME_SCALE: z.coerce.number().positive().default(1),
});

/** Runs a simulator as a process, configured by its environment. `own` reads the variables of this gateway only. */
export async function runSimulator<Own extends object>(
  create: (options: SimulatorOptions & Own) => Promise<Pick<Simulator, 'url' | 'close'>>,
  own: z.ZodType<Own>,
): Promise<void> {
  const environment = z
    .object({ shared: Environment, own })
    .safeParse({ shared: process.env, own: process.env });
  if (!environment.success) {
    const problems = environment.error.issues.map(
      ({ path, message }) => `${path.slice(1).join('.')}: ${message}`,
    );
    process.stderr.write(`The simulator's settings are missing or wrong: ${problems.join('; ')}\n`);
    process.exitCode = 1;
    return;
  }

  const { HOST, PORT, SIMULATOR_ACCOUNTS, CALLBACK_URLS, SIGNING_SECRETS, BOOK_FILE, TIME_SCALE } =
    environment.data.shared;
  const simulator = await create({
    ...environment.data.own,
    host: HOST,
    port: PORT,
    timeScale: TIME_SCALE,
    ...(SIMULATOR_ACCOUNTS === undefined ? {} : { accounts: SIMULATOR_ACCOUNTS }),
    ...(CALLBACK_URLS === undefined ? {} : { callbackUrls: CALLBACK_URLS }),
    ...(SIGNING_SECRETS === undefined ? {} : { signingSecrets: SIGNING_SECRETS }),
    ...(BOOK_FILE === undefined ? {} : { bookFile: BOOK_FILE }),
  });
  process.stdout.write(`${JSON.stringify({ msg: 'ready', url: simulator.url })}\n`);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void simulator.close());
  }
}
