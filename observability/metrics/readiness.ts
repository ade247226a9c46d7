/** A dependency by name: null while it is well, else what is wrong with it. */
export type Checks = Readonly<Record<string, () => Promise<string | null>>>;

/** The answer of /readyz. */
export interface Readiness {
  readonly ready: boolean;
  readonly body: {
    readonly status: 'ready' | 'not_ready';
    /** `ok`, or what is wrong, by dependency. */
    readonly checks: Readonly<Record<string, string>>;
  };
}

/** Asks every dependency at once and says which one fails. */
export async function readReadiness(checks: Checks): Promise<Readiness> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await check()) ?? 'ok'] as const),
  );
  const ready = found.every(([, said]) => said === 'ok');
  return { ready, body: { status: ready ? 'ready' : 'not_ready', checks: Object.fromEntries(found) } };
}
