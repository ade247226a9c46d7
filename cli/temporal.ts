import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { PurchaseId } from '../domain/ids.ts';
import { type PurchaseTimeline, purchaseWorkflowId, QUERIES } from '../workflows/names.ts';
import { CliError, EXIT } from './failure.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';

const CONNECT_MS = 3_000;
const ANSWER_MS = 5_000;

/** What Temporal says of a workflow. */
export type WorkflowView =
  | { readonly kind: 'known'; readonly status: string; readonly timeline: PurchaseTimeline | null }
  | { readonly kind: 'not_found' }
  /** Not named, or it does not answer. */
  | { readonly kind: 'unreachable'; readonly why: string };

/** A connection to Temporal that ends with the command. @throws CliError when there is none. */
export async function connectTemporal(session: Session): Promise<Client> {
  const { temporalAddress: address, temporalNamespace: namespace } = session.target();
  if (address === null) throw new CliError('No Temporal server: set TEMPORAL_ADDRESS.', EXIT.cannot);
  try {
    const connection = await Connection.connect({ address, connectTimeout: CONNECT_MS });
    session.onClose(() => connection.close());
    return new Client({ connection, namespace });
  } catch {
    throw new CliError(`Temporal does not answer at ${address}.`, EXIT.cannot);
  }
}

/** Looks a purchase's workflow up; that Temporal does not answer is an answer too. */
export async function viewWorkflow(session: Session, id: PurchaseId): Promise<WorkflowView> {
  try {
    const client = await connectTemporal(session);
    const handle = client.workflow.getHandle(purchaseWorkflowId(id));
    const { status } = await client.withDeadline(Date.now() + ANSWER_MS, () => handle.describe());
    // Answered by a worker: with none running there is no timeline.
    const timeline = await client
      .withDeadline(Date.now() + ANSWER_MS, () => handle.query<PurchaseTimeline>(QUERIES.timeline))
      .catch(() => null);
    return { kind: 'known', status: status.name.toLowerCase(), timeline };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { kind: 'not_found' };
    return { kind: 'unreachable', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Where people open a workflow; null when no Temporal UI is known. */
export function workflowLink(
  { temporalUiUrl, temporalNamespace }: Target,
  workflowId: string,
): string | null {
  if (temporalUiUrl === null) return null;
  return `${temporalUiUrl}/namespaces/${temporalNamespace}/workflows/${workflowId}`;
}
