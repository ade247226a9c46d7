import { Agent, request as httpRequest } from 'node:http';

/** Milliseconds of each call, in no order, and how many calls failed. */
export interface Latencies {
  readonly ms: readonly number[];
  readonly failed: number;
}

/** Makes calls one after the other, in so many sequences at once, for a while. The call says whether it went well. */
export async function measureLatencies(
  sequences: number,
  durationMs: number,
  call: () => Promise<boolean>,
): Promise<Latencies> {
  const ms: number[] = [];
  let failed = 0;
  const until = performance.now() + durationMs;
  const sequence = async () => {
    while (performance.now() < until) {
      const begin = performance.now();
      if (!(await call())) failed += 1;
      ms.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: sequences }, sequence));
  return { ms, failed };
}

/** The figure that all but one in a hundred stay under. */
export function p99({ ms }: Latencies): number {
  return quantile(ms, 0.99);
}

/** The figure that this share of all stay under or at. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** GET over kept connections; answers status and body. */
export function createGetter(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  connections: number,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const get = (path: string) =>
    new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
      const request = httpRequest(`${baseUrl}${path}`, { agent, headers: { ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      });
      request.on('error', reject);
      request.end();
    });
  return { get, close: () => agent.destroy() };
}
