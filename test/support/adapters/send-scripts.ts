/** Tells a running simulator what it does with numbers. @param scripts one script, or several */
export async function sendScripts(
  simulatorUrl: string | undefined,
  scripts: object | readonly object[],
): Promise<void> {
  const response = await fetch(`${simulatorUrl}/_simulator/scripts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(scripts),
  });
  if (!response.ok) throw new Error(`The simulator answered ${response.status}: ${await response.text()}`);
}
