import { NoAnswerError } from './errors.ts';

/** One line of a statement's CSV file. */
export interface FileLine {
  readonly id: string;
  readonly type: 'purchase' | 'reversal' | 'funding' | 'adjustment';
  readonly occurredAt: string;
  readonly purchaseId: string | null;
  readonly reference: string | null;
  readonly phoneNumber: string | null;
  readonly bundleId: string | null;
  /** In minor units, signed. */
  readonly amount: number;
  readonly currency: string;
  readonly balanceAfter: number;
}

const TYPES = new Set(['purchase', 'reversal', 'funding', 'adjustment']);
const COLUMNS =
  'line_id,type,occurred_at,purchase_id,reference,phone_number,bundle_id,amount,currency,balance_after';

/**
 * Streams the file line by line. No field contains a comma or a quote: references, numbers and ids consist of other
 * characters.
 * @throws NoAnswerError when it is not a statement file, or is incomplete.
 */
export async function* readStatementFile(file: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine> {
  let isHeader = true;
  for await (const text of textLines(file)) {
    if (!isHeader) yield readLine(text);
    else if (text !== COLUMNS) throw unreadable('its header is different');
    isHeader = false;
  }
  if (isHeader) throw unreadable('it has no header');
}

async function* textLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of whole(file)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest + decoder.decode() !== '') throw unreadable('its last line is incomplete');
}

/** @throws NoAnswerError when the download breaks off. */
async function* whole(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    const message = 'The download of the statement file broke off. Download it again.';
    throw new NoAnswerError({ why: 'connection', message, cause: error });
  }
}

function readLine(text: string): FileLine {
  const [
    id = '',
    type = '',
    occurredAt = '',
    purchaseId,
    reference,
    phoneNumber,
    bundleId,
    amount,
    currency = '',
    balance,
    ...more
  ] = text.split(',');
  const amounts = [Number(amount), Number(balance)] as const;
  if (!isType(type) || balance === undefined || more.length > 0 || !amounts.every(Number.isSafeInteger))
    throw unreadable(`this line is invalid: ${text.slice(0, 100)}`);
  return {
    id,
    type,
    occurredAt,
    purchaseId: purchaseId || null,
    reference: reference || null,
    phoneNumber: phoneNumber || null,
    bundleId: bundleId || null,
    amount: amounts[0],
    currency,
    balanceAfter: amounts[1],
  };
}

function isType(text: string): text is FileLine['type'] {
  return TYPES.has(text);
}

function unreadable(why: string): NoAnswerError {
  const message = `The statement file cannot be read: ${why}. Download it again.`;
  return new NoAnswerError({ why: 'unreadable', message, cause: null });
}
