/** A cache of values that may be a little old. */
export interface Cache<K, V> {
  /** The value for a key; concurrent callers share one load, and a load that failed is not kept. */
  get(key: K): Promise<V>;
  /** Drops the value of a key; the next `get` loads it. */
  forget(key: K): void;
}

interface Entry<V> {
  readonly value: Promise<V>;
  readonly staleAt: number;
  readonly refreshAt: number;
  loaded: boolean;
  refreshing: boolean;
}

/**
 * Keeps up to `max` values for `freshMs` each; the oldest is dropped first. A value that is requested after `refreshAfterMs` is
 * loaded again while it still serves, so that callers never wait for a key in constant use.
 */
export function createCache<K, V>(
  max: number,
  freshMs: number,
  load: (key: K) => Promise<V>,
  refreshAfterMs = freshMs,
): Cache<K, V> {
  const entries = new Map<K, Entry<V>>();

  const begin = (key: K): Entry<V> => {
    const now = performance.now();
    const value = load(key);
    const times = { staleAt: now + freshMs, refreshAt: now + refreshAfterMs };
    const entry: Entry<V> = { value, ...times, loaded: false, refreshing: false };
    value.then(
      () => {
        entry.loaded = true;
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return entry;
  };
  const keep = (key: K, entry: Entry<V>) => {
    entries.delete(key);
    entries.set(key, entry);
    const oldest = entries.size > max ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
  };
  const refresh = (key: K, known: Entry<V>) => {
    known.refreshing = true;
    const next = begin(key);
    next.value.then(
      () => {
        if (entries.get(key) === known) keep(key, next);
      },
      () => {
        known.refreshing = false;
      },
    );
  };

  return {
    get(key) {
      const known = entries.get(key);
      const now = performance.now();
      if (known === undefined || known.staleAt <= now) {
        const entry = begin(key);
        keep(key, entry);
        return entry.value;
      }
      if (known.refreshAt <= now && known.loaded && !known.refreshing) refresh(key, known);
      return known.value;
    },
    forget: (key) => void entries.delete(key),
  };
}
