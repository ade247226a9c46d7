/** Text for Node's `--env-file`. Values are in single quotes, where nothing is expanded, so they must not contain any. */
export function envFileOf(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .map(([name, value]) => {
      if (/['\n]/.test(value)) throw new TypeError(`${name} cannot be written into an env file`);
      return `${name}='${value}'\n`;
    })
    .join('');
}
