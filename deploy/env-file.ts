/** Text for Node's `--env-file`. Values stand in single quotes, within which nothing is expanded, so they may hold none. */
export function envFileOf(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .map(([name, value]) => {
      if (/['\n]/.test(value)) throw new TypeError(`${name} cannot be written into an env file`);
      return `${name}='${value}'\n`;
    })
    .join('');
}
