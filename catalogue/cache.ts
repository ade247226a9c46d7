/** A cache of values that may be a little old. */
export interface Cache<K, V> {
  /** The value for a key; concurrent callers share one load, and a load that failed is not kept. */
  get(key: K): Promise<V>;
}

interface Entry<V> {
  readonly value: Promise<V>;
  readonly staleAt: number;
}

/** Keeps up to `max` values for `freshMs` each; the longest kept goes first. */
export function createCache<K, V>(max: number, freshMs: number, load: (key: K) => Promise<V>): Cache<K, V> {
  const entries = new Map<K, Entry<V>>();

  return {
    get(key) {
      const known = entries.get(key);
      if (known !== undefined && known.staleAt > performance.now()) return known.value;

      const value = load(key);
      const entry = { value, staleAt: performance.now() + freshMs };
      entries.delete(key);
      entries.set(key, entry);
      const oldest = entries.size > max ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return value;
    },
  };
}
