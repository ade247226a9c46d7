/** Checks by name of the dependency. Each returns null if it is healthy, otherwise what is wrong. */
export type Checks = Readonly<Record<string, () => Promise<string | null>>>;

/** The response of /readyz. */
export interface Readiness {
  readonly ready: boolean;
  readonly body: {
    readonly status: 'ready' | 'not_ready';
    /** By dependency: `ok`, or what is wrong. */
    readonly checks: Readonly<Record<string, string>>;
  };
}

/** Checks all dependencies in parallel. */
export async function readReadiness(checks: Checks): Promise<Readiness> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await check()) ?? 'ok'] as const),
  );
  const ready = found.every(([, said]) => said === 'ok');
  return { ready, body: { status: ready ? 'ready' : 'not_ready', checks: Object.fromEntries(found) } };
}
