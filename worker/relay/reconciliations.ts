import type { Logger } from 'pino';
import type { NextPass } from '../../services/loop.ts';
import type { Reconciler } from '../../services/reconciliations/run.ts';

/** Runs the comparison with the list of a gateway that was requested first. */
export async function runReconciliations(
  { reconciler, log }: { readonly reconciler?: Reconciler; readonly log: Logger },
  signal: AbortSignal,
): Promise<NextPass> {
  if (reconciler === undefined || signal.aborted) return 'done';
  const ran = await reconciler.run(signal);
  if (ran === null) return 'done';
  const { request, outcome, error } = ran;
  const { id, networkId, route, day } = request;
  const facts = { reconciliation_id: id, network_id: networkId, route, date: day, outcome };
  if (error === undefined) log.info(facts, 'a requested reconciliation ran');
  else log.error({ ...facts, err: error }, 'a requested reconciliation failed; request it again');
  return 'more';
}
