import type { ReactNode } from 'react';

/** A workflow in the Temporal UI, or only its id if the UI has no known address. */
export function WorkflowLink({
  workflow: { workflow_id: id, workflow_url: url },
  name,
  children,
}: {
  readonly workflow: { readonly workflow_id: string; readonly workflow_url: string | null };
  /** Stands before the id. */
  readonly name: string;
  /** The text of the link. */
  readonly children: ReactNode;
}) {
  if (url === null)
    return (
      <p className="small">
        {name} <code>{id}</code>
      </p>
    );
  return (
    <p>
      <a href={url} rel="noreferrer">
        {children}
      </a>
    </p>
  );
}
