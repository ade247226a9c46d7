import { z } from 'zod';
import type { DecimalMoney } from '../adapter.ts';
import { operatorWords, readNetworkReference } from '../answers.ts';
import { parseDecimalJson } from '../decimal-json.ts';

const Decimal = z.object({ decimal: z.string() }).transform(({ decimal }) => decimal);
const Word = z.string().nullish().catch(null);

const Envelope = z.object({
  ResultCode: Decimal,
  ErrorCodes: z
    .array(z.object({ Code: z.string().min(1), Context: Word }))
    .nullish()
    .transform((codes) => codes ?? []),
});

const Record = z.object({
  TransferId: z.object({ DistributorRef: z.string(), TransferRef: Word }),
  SkuCode: Word,
  ProcessingState: z.string(),
  Price: z
    .object({ SendValue: Decimal, SendCurrencyIso: z.string().regex(/^[A-Z]{3}$/), DistributorFee: Decimal })
    .nullish()
    .catch(null),
  CommissionApplied: Decimal.nullish().catch(null),
});

const Sent = Envelope.extend({ TransferRecord: z.unknown() });
const Listed = Envelope.extend({ Items: z.array(z.unknown()), ThereAreMoreItems: z.boolean() });
const Balance = Envelope.extend({ Balance: Decimal, CurrencyIso: z.string() });

/** `ResultCode` of a request that did exactly what was asked. */
const SUCCESS = '1';

/** The parts of a transfer that we act on. */
export interface Transfer {
  readonly distributorRef: string;
  /** Ding's id of the transfer. */
  readonly transferRef: string | null;
  readonly skuCode: string | null;
  readonly state: string;
  /** What Ding takes from our wallet. Null if it is not there, or a fee or commission changes it in a way that is not documented. */
  readonly cost: DecimalMoney | null;
}

export interface ErrorCode {
  readonly code: string;
  /** The parameter that is wrong. */
  readonly context: string | null;
}

/** The answer to a submit. */
export interface Answer {
  readonly isSuccess: boolean;
  readonly errors: readonly ErrorCode[];
  /** Null if the answer has none. */
  readonly transfer: Transfer | null;
}

export interface Page {
  readonly transfers: readonly Transfer[];
  /** Members that are not readable transfers. */
  readonly unreadable: number;
  readonly hasMore: boolean;
}

/** Reads the answer to SendTransfer; null if it is none, or its transfer cannot be read. */
export function readAnswer(text: string): Answer | null {
  const sent = Sent.safeParse(parseDecimalJson(text));
  if (!sent.success) return null;
  const { ResultCode, ErrorCodes, TransferRecord } = sent.data;
  const transfer = TransferRecord == null ? null : Record.safeParse(TransferRecord);
  if (transfer !== null && !transfer.success) return null;
  return {
    isSuccess: ResultCode === SUCCESS,
    errors: ErrorCodes.map(toErrorCode),
    transfer: transfer === null ? null : toTransfer(transfer.data),
  };
}

/** Reads a page of ListTransferRecords; null if it is none, or the request did not succeed. */
export function readPage(text: string): Page | null {
  const listed = Listed.safeParse(parseDecimalJson(text));
  if (!listed.success || listed.data.ResultCode !== SUCCESS || listed.data.ErrorCodes.length > 0) return null;
  const members = listed.data.Items.map((item) => Record.safeParse(item));
  const transfers = members.flatMap((member) => (member.success ? [toTransfer(member.data)] : []));
  return {
    transfers,
    unreadable: members.length - transfers.length,
    hasMore: listed.data.ThereAreMoreItems,
  };
}

/** Reads our balance, as decimal text. */
export function readBalance(text: string): { readonly currency: string; readonly available: string } | null {
  const balance = Balance.safeParse(parseDecimalJson(text));
  if (!balance.success || balance.data.ResultCode !== SUCCESS) return null;
  return { currency: balance.data.CurrencyIso, available: balance.data.Balance };
}

function toErrorCode({
  Code,
  Context,
}: {
  readonly Code: string;
  readonly Context?: string | null | undefined;
}) {
  return { code: operatorWords(Code), context: Context == null ? null : operatorWords(Context) };
}

function toTransfer(record: z.output<typeof Record>): Transfer {
  const { TransferId, SkuCode, ProcessingState, Price, CommissionApplied } = record;
  const isPlain = Price != null && isZero(Price.DistributorFee) && isZero(CommissionApplied ?? '0');
  return {
    distributorRef: TransferId.DistributorRef,
    transferRef: readNetworkReference(TransferId.TransferRef),
    skuCode: SkuCode ?? null,
    state: operatorWords(ProcessingState),
    cost: isPlain ? { amount: Price.SendValue, currency: Price.SendCurrencyIso } : null,
  };
}

function isZero(text: string): boolean {
  return /^-?0(\.0*)?$/.test(text);
}
