import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = join(import.meta.dirname, '..', '..', '..', 'docs', 'operators.md');

/** The query that docs/operators.md gives for a view, with its placeholders replaced. */
export function savedQuery(view: string, values: Readonly<Record<string, string>> = {}): string {
  const row = readFileSync(PAGES, 'utf8').match(new RegExp(`^\\| ${view} \\| \`([^\`]+)\``, 'm'));
  if (row?.[1] === undefined) throw new Error(`docs/operators.md has no view ${view}`);
  return Object.entries(values).reduce((query, [from, to]) => query.replace(from, to), row[1]);
}

/** Ids of the workflows that the Temporal UI's own API finds for a query. */
export async function foundInUi(uiUrl: string, query: string): Promise<string[]> {
  const url = new URL('/api/v1/namespaces/default/workflows', uiUrl);
  url.searchParams.set('query', query);
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`the UI's API answered ${response.status}: ${await response.text()}`);
  const body: { executions?: { execution: { workflowId: string } }[] } = JSON.parse(await response.text());
  return (body.executions ?? []).map(({ execution }) => execution.workflowId);
}
