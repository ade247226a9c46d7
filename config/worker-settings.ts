import { z } from 'zod';
import { BATCH_CRASH_POINTS, CRASH_POINTS } from '../domain/purchase/crash-points.ts';

/** As Temporal accepts it; an empty one counts as unset. */
export const BuildId = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, {
        error: 'must be up to 128 letters, digits, dots, hyphens and underscores',
      })
      .optional(),
  )
  .optional();

/** `<point>[:nth][:SIGKILL|SIGSTOP]`, for fault tests only. */
export const CrashSetting = z
  .string()
  .transform((text) => {
    const [name, nth = '1', signal = 'SIGKILL'] = text.split(':');
    return { name, nth, signal };
  })
  .pipe(
    z.strictObject({
      name: z.enum([...CRASH_POINTS, ...BATCH_CRASH_POINTS]),
      nth: z.coerce.number<string>().int().min(1),
      signal: z.enum(['SIGKILL', 'SIGSTOP']),
    }),
  );

/** What `deploy/activate.ts` reads. Without a build, it makes the workers without a build the current ones. */
export const ActivationEnvironment = z.object({
  TEMPORAL_ADDRESS: z.string().min(1),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  WORKER_BUILD_ID: BuildId,
});
