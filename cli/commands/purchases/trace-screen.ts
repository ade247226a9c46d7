import { renderAuditRecord } from '../../../contract/audit-entry.ts';
import { renderPurchase } from '../../../contract/purchase.ts';
import type { TracedPurchase } from '../../../db/purchases/trace.ts';
import type { AuditRecord } from '../../../domain/access/audit-record.ts';
import { masked } from '../../../domain/masking.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import type { DeliveryFact, EventFact } from '../../../domain/purchase/facts.ts';
import { toTraceId } from '../../../domain/trace-id.ts';
import { attemptInWords } from '../../../domain/webhook/attempt-in-words.ts';
import type { StoredTrace } from '../../../services/staff/trace.ts';
import { endpointInWords, fields, table, time } from '../../layout.ts';
import type { WorkflowView } from '../../temporal.ts';

/** Characters of a callback's body that are shown; --json has all of it. */
const BODY_CHARS = 160;

/** What `purchase trace` shows about a purchase. */
export interface Trace extends StoredTrace {
  readonly accountName: string;
  readonly workflow: WorkflowView;
  readonly link: string | null;
}

/** The screen of `purchase trace`: the reason first, then the records that show it. */
export function traceScreen(trace: Trace): string {
  const { traced, diagnosis, workflow, link, actions } = trace;
  const orderId = traced.purchase.order.id;
  const sections: [string, string][] = [
    ['What the client sees', clientSection(trace)],
    ['Ledger', ledgerSection(traced)],
    ['Submissions', submissionsSection(traced)],
    ['Cost', costSection(traced)],
    ['Callbacks', callbacksSection(traced)],
    ['Webhooks', webhooksSection(traced)],
    ['Operator actions', operatorsSection(actions)],
    ['Temporal', temporalSection(traced, workflow, link)],
    ['Trace id, if tracing is on', toTraceId(orderId)],
  ];
  const body = sections.map(([title, text]) => `${title}\n${indent(text)}`).join('\n\n');
  return `${orderId}\n\n  ${diagnosis.sentence}\n  (${diagnosis.cause})\n\n${body}`;
}

/** The same as JSON, with complete bodies. */
export function traceJson({ traced, accountName, diagnosis, workflow, link, actions }: Trace): object {
  const { purchase, lines, submissions, costs, callbacks, events, start, lateConfirmation, lateInquiry } =
    traced;
  return {
    purchase: renderPurchase(purchase),
    account_id: purchase.order.accountId,
    account_name: accountName,
    livemode: purchase.order.livemode,
    batch_id: purchase.order.batchId,
    ...diagnosis,
    lines,
    submissions,
    costs,
    callbacks,
    events,
    waiting_to_start: start,
    late_confirmation: lateConfirmation,
    late_inquiry: lateInquiry,
    actions: actions.map(renderAuditRecord),
    temporal: { ...workflow, url: link },
    trace_id: toTraceId(purchase.order.id),
  };
}

function clientSection({ traced: { purchase }, accountName }: Trace): string {
  const { order, state } = purchase;
  const resource = renderPurchase(purchase);
  return fields([
    ['Account', `${accountName} (${order.accountId})`],
    ['Mode', order.livemode ? 'live' : 'test'],
    ['Status', `${state.status}${resource.failure === null ? '' : ` (${resource.failure.code})`}`],
    ['Reference', order.reference],
    ['Number', `${masked(order.phoneNumber)} on ${order.networkId}`],
    ['Bundle', `${order.bundle.id}, ${formatAmount(order.price, order.currency)}`],
    ['Created', time(order.createdAt)],
    ['Resolve by', time(order.resolveBy)],
    ['Completed', resource.completed_at],
    ...(order.batchId === null ? [] : [['Campaign', order.batchId] as const]),
  ]);
}

function ledgerSection({ lines, purchase: { order, state } }: TracedPurchase): string {
  return table(
    ['Line', 'Type', 'When', 'Amount', 'Balance after'],
    lines.map((line) => [
      String(line.seq),
      line.type,
      time(line.occurredAt),
      formatAmount(line.amount, order.currency),
      formatAmount(line.balanceAfter, order.currency),
    ]),
    state.status === 'pending' ? 'No lines; the price is held.' : 'No lines.',
  );
}

function submissionsSection({ submissions }: TracedPurchase): string {
  // A network with one gateway gives no reason for it.
  const isRouted = submissions.some(({ routeReason }) => routeReason !== null);
  return table(
    ['Attempt', ...(isRouted ? ['Gateway'] : []), 'Sent', 'Answered', 'Outcome', 'Gateway answer'],
    submissions.map(({ attempt, sentAt, answeredAt, outcome, gatewayId, detail, route, routeReason }) => [
      String(attempt),
      ...(isRouted ? [routeReason ?? route] : []),
      time(sentAt),
      time(answeredAt),
      outcome ?? '–',
      [gatewayId ?? [], detail ?? []].flat().join(' '),
    ]),
    'Not sent.',
  );
}

function costSection({ costs, purchase: { order } }: TracedPurchase): string {
  return table(
    ['Gateway', 'Took', 'Source', `Rate into ${order.currency}`],
    costs.map(({ route, cost, currency, source, rate }) => [
      route,
      cost === null ? 'not known' : `${cost} ${currency}`,
      source ?? '–',
      rate ?? '–',
    ]),
    'Not delivered.',
  );
}

function callbacksSection({ callbacks, purchase: { order } }: TracedPurchase): string {
  return table(
    ['Received', 'Handled', 'As', 'Body'],
    callbacks.map(({ receivedAt, handledAt, handledAs, body }) => [
      time(receivedAt),
      time(handledAt),
      handledAs ?? 'not confirmed yet',
      oneLine(body.replaceAll(order.phoneNumber.slice(1), masked(order.phoneNumber))),
    ]),
  );
}

function webhooksSection({ events }: TracedPurchase): string {
  return table(
    ['Event', 'Type', 'Endpoint', 'Attempt', 'Started', 'Outcome', 'Answer'],
    events.flatMap((event) => event.deliveries.flatMap((delivery) => deliveryRows(event, delivery))),
  );
}

/** The attempts of an event at one endpoint; one row with its state where there is none. */
function deliveryRows({ id, type, attempts }: EventFact, { endpointId, delivery }: DeliveryFact): string[][] {
  const endpoint = endpointInWords(endpointId);
  const made = attempts.filter((attempt) => attempt.endpointId === endpointId);
  if (made.length === 0) return [[id, type, endpoint, '–', '–', delivery, '']];
  return made.map(({ attempt, startedAt, outcome, httpStatus, error }) => [
    id,
    type,
    endpoint,
    String(attempt),
    time(startedAt),
    outcome ?? 'in progress',
    attemptInWords({ httpStatus, error }),
  ]);
}

function operatorsSection(actions: readonly AuditRecord[]): string {
  return table(
    ['When', 'Who', 'Action', 'Reason'],
    actions.map(({ at, principalId, action, reason }) => [time(at), principalId, action, reason ?? '–']),
  );
}

function temporalSection(
  { purchase, nextActionAt }: TracedPurchase,
  workflow: WorkflowView,
  link: string | null,
): string {
  switch (workflow.kind) {
    case 'unreachable':
      return `Unavailable: ${workflow.why}`;
    case 'not_found':
      return 'No workflow: it has not started yet, or its history was deleted.';
    case 'known': {
      const { status, timeline } = workflow;
      const next = timeline?.next ?? null;
      const lost = status !== 'running' && purchase.state.status === 'pending';
      return fields([
        ['Workflow', `${status}${timeline === null ? '' : `, stage ${timeline.stage}`}`],
        lost
          ? ['Next', `a worker starts it again about a minute after ${nextActionAt.toISOString()}`]
          : ['Next', next === null || status !== 'running' ? null : `${next.step} at ${next.at}`],
        ['Open', link],
      ]);
    }
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > BODY_CHARS ? `${line.slice(0, BODY_CHARS)}…` : line;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
