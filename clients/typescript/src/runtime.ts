interface Runtimes {
  readonly Bun?: { readonly version: string };
  readonly Deno?: {
    readonly version: { readonly deno: string };
    createHttpClient(options: { readonly poolMaxIdlePerHost: number }): object;
  };
}

/** What runs this package, such as `node 20.19.0`. */
export function runtime(): string {
  const { Bun: bun, Deno: deno } = globalThis as Runtimes;
  if (bun !== undefined) return `bun ${bun.version}`;
  return deno === undefined ? `node ${process.versions.node}` : `deno ${deno.version.deno}`;
}

/**
 * A fetch that sends each request once. The global function is looked up for each request, so that tests can replace it.
 *
 * Deno sends a request again by itself if a connection that was used before is cut. A new connection for each request
 * prevents this: which requests are sent again is decided here, and requests that show a key never are.
 */
export function fetchOnce(): typeof fetch {
  const { Deno: deno } = globalThis as Runtimes;
  if (deno === undefined) return (...args) => fetch(...args);
  const client = deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  return (input, init) => fetch(input, Object.assign({ client }, init));
}
