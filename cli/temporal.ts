import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { PurchaseId } from '../domain/ids.ts';
import { type PurchaseTimeline, purchaseWorkflowId, QUERIES } from '../workflows/names.ts';
import type { Target } from './target.ts';

/** For all that is asked of Temporal, so that `purchase trace` answers in under 5 s while no worker runs or Temporal hangs. */
const ANSWER_MS = 4_000;

/** The state of a workflow in Temporal. */
export type WorkflowView =
  | { readonly kind: 'known'; readonly status: string; readonly timeline: PurchaseTimeline | null }
  | { readonly kind: 'not_found' }
  /** Temporal is not configured, or does not answer. */
  | { readonly kind: 'unreachable'; readonly why: string };

/** Reads the state of a purchase's workflow. Does not throw when Temporal is away. */
export async function viewWorkflow(temporal: () => Promise<Client>, id: PurchaseId): Promise<WorkflowView> {
  const deadline = Date.now() + ANSWER_MS;
  try {
    const client = await temporal();
    const handle = client.workflow.getHandle(purchaseWorkflowId(id));
    const { status } = await client.withDeadline(deadline, () => handle.describe());
    // A worker answers the query: without one there is no timeline.
    const timeline = await client
      .withDeadline(deadline, () => handle.query<PurchaseTimeline>(QUERIES.timeline))
      .catch(() => null);
    return { kind: 'known', status: status.name.toLowerCase(), timeline };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { kind: 'not_found' };
    return { kind: 'unreachable', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The address of a workflow in the Temporal UI; null when none is configured. */
export function workflowLink(
  { temporalUiUrl, temporalNamespace }: Target,
  workflowId: string,
): string | null {
  if (temporalUiUrl === null) return null;
  return `${temporalUiUrl}/namespaces/${temporalNamespace}/workflows/${workflowId}`;
}
