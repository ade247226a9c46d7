const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The base address of our pages, as browsers see it; null if it is not known. Without a public URL, a request only counts if it
 * was sent to the developer's own machine, because anyone can choose the Host of a request.
 * @param publicUrl where browsers reach the API; null if it is not configured.
 * @param host the Host of the request.
 */
export function findOwnBase(publicUrl: string | null, host: string | undefined): URL | null {
  const text = publicUrl ?? `http://${host}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (publicUrl !== null || LOOPBACK.has(url.hostname)) ? url : null;
}
