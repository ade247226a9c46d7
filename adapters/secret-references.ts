import { readFileSync } from 'node:fs';

/** Where references to secrets are resolved. Tests pass `readFile`. */
export interface SecretSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readFile?: (path: string) => string;
}

/** A reference that cannot be resolved: its path and the reason. Contains no secret. */
export interface BadReference {
  readonly path: string;
  readonly message: string;
}

/**
 * Replaces every `{"env": "NAME"}` and `{"file": "/path"}` by the trimmed content of the variable or file. Other values
 * are unchanged.
 */
export function resolveSecrets(
  json: unknown,
  sources: SecretSources,
): { readonly json: unknown; readonly bad: readonly BadReference[] } {
  const bad: BadReference[] = [];
  const { environment, readFile = (path) => readFileSync(path, 'utf8') } = sources;

  const resolve = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((member, index) => resolve(member, `${path}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    const [only, ...more] = Object.entries(value);
    if (only !== undefined && more.length === 0 && typeof only[1] === 'string') {
      if (only[0] === 'env') return fromEnvironment(only[1], path);
      if (only[0] === 'file') return fromFile(only[1], path);
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        resolve(member, path === '' ? key : `${path}.${key}`),
      ]),
    );
  };
  const fail = (path: string, message: string) => {
    bad.push({ path, message });
    return '';
  };
  const fromEnvironment = (name: string, path: string) => {
    const value = environment[name]?.trim() ?? '';
    return value === '' ? fail(path, `the environment has no ${name}`) : value;
  };
  const fromFile = (name: string, path: string) => {
    try {
      const value = readFile(name).trim();
      return value === '' ? fail(path, `the file ${name} is empty`) : value;
    } catch {
      return fail(path, `the file ${name} cannot be read`);
    }
  };

  const resolved = resolve(json, '');
  return { json: resolved, bad };
}
