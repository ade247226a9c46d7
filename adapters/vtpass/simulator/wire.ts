import type { Rendering } from '../../simulation/answers.ts';
import type { Order } from '../../simulation/book.ts';
import type { Claim } from '../../simulation/world.ts';

/** What VTpass says of an order in each state: the code, its words, and the order's own status. */
const SHOWN = {
  open: { code: '099', words: 'TRANSACTION IS PROCESSING', status: 'pending' },
  delivered: { code: '000', words: 'TRANSACTION SUCCESSFUL', status: 'delivered' },
  failed: { code: '016', words: 'TRANSACTION FAILED', status: 'failed' },
  reversed: { code: '040', words: 'TRANSACTION REVERSAL', status: 'reversed' },
} as const;

/** The envelope of an order: the answer to a submit and to a requery, and the `data` of a webhook. */
export function orderJson(order: Order, claim: Claim): string {
  const shown = SHOWN[claim === 'delivered' ? 'delivered' : order.status];
  const code = order.status === 'failed' ? (order.behaviour.failCode ?? shown.code) : shown.code;
  const status = order.status === 'open' ? (order.behaviour.openWord ?? shown.status) : shown.status;
  return JSON.stringify(toEnvelope(order, code, shown.words, status));
}

/** The body of a webhook about an order. */
export function webhookJson(order: Order, claim: Claim): string {
  return JSON.stringify({ type: 'transaction-update', data: JSON.parse(orderJson(order, claim)) });
}

/** The answer about an order, and how it goes wrong. */
export function render(order: Order): Rendering {
  return {
    type: 'application/json',
    text: orderJson(order, 'true'),
    unknownStatus: JSON.stringify(toEnvelope(order, '000', 'TRANSACTION SUCCESSFUL', 'deferred')),
    unknownCode: errorJson('777', 'SOMETHING NEW'),
    fault: errorJson('083', 'SYSTEM ERROR'),
  };
}

export function errorJson(code: string, words: string): string {
  return JSON.stringify({ code, response_description: words, content: { errors: words } });
}

/** What a bundle costs here, in naira, and what VTpass leaves us of it. */
const AMOUNT = 1_000;
const COMMISSION = { amount: 35, rate: '3.50', rate_type: 'percent', computation_type: 'default' } as const;

function toEnvelope(order: Order, code: string, words: string, status: string) {
  return {
    code,
    response_description: words,
    requestId: order.reference,
    transactionId: order.id,
    amount: AMOUNT.toFixed(2),
    transaction_date: {
      date: new Date(order.takenAtMs).toISOString(),
      timezone_type: 3,
      timezone: 'Africa/Lagos',
    },
    purchased_code: '',
    content: {
      transactions: {
        status,
        product_name: 'Simulated data',
        unique_element: order.number,
        unit_price: AMOUNT,
        quantity: 1,
        service_verification: null,
        channel: 'api',
        commission: COMMISSION.amount,
        total_amount: AMOUNT - COMMISSION.amount,
        discount: null,
        type: 'Data Services',
        email: 'reseller@example.com',
        phone: order.number,
        name: null,
        convinience_fee: 0,
        amount: AMOUNT,
        platform: 'api',
        method: 'api',
        transactionId: order.id,
        commission_details: COMMISSION,
      },
    },
  };
}
