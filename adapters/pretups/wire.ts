import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { operatorWords } from '../answers.ts';

const TXN_ID = /^[A-Za-z0-9._-]{1,60}$/;
const STATUS = /^\d{1,10}$/;
const AMOUNT = /^-?\d{1,15}(?:\.\d{1,6})?$/;
/** A doctype without an internal subset. One with a subset may define entities, which no carrier does. */
const PLAIN_DOCTYPE = /<!DOCTYPE [^[\]<>]*>/;

const builder = new XMLBuilder({ ignoreAttributes: true, suppressEmptyNode: true });
/** Keeps text unchanged: no entities, and no conversion to numbers. */
const parser = new XMLParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  trimValues: true,
});

/** The fields of a command, in sending order. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** A command as XML. The values are escaped. */
export function commandXml(fields: Fields): string {
  return `<?xml version="1.0"?>${builder.build({ COMMAND: Object.fromEntries(fields) })}`;
}

/** The parts of an answer that we act on. */
export interface Answer {
  readonly type: string;
  readonly txnStatus: string;
  /** The status of the transfer, in the answer to a status request. */
  readonly reqStatus: string | null;
  readonly reference: string | null;
  /** The carrier's id of the transfer. */
  readonly txnId: string | null;
  /** For operators: printable, short, free of phone numbers. */
  readonly words: string;
  /** The wallets, in the answer to a balance request. */
  readonly records: readonly { readonly product: string; readonly balance: string }[];
}

/** Reads an answer; null if it is none, is cut short, or defines entities. */
export function readAnswer(text: string): Answer | null {
  const xml = text.replace(PLAIN_DOCTYPE, '');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) return null;

  const root: unknown = parser.parse(xml);
  const command = isRecord(root) ? root.COMMAND : undefined;
  if (!isRecord(command)) return null;
  const txnStatus = readText(command.TXNSTATUS);
  const type = readText(command.TYPE);
  if (type === null || txnStatus === null || !STATUS.test(txnStatus)) return null;

  const txnId = readText(command.TXNID);
  return {
    type,
    txnStatus,
    reqStatus: readText(command.REQSTATUS),
    reference: readText(command.EXTREFNUM),
    txnId: txnId !== null && TXN_ID.test(txnId) ? txnId : null,
    words: operatorWords(readText(command.MESSAGE) ?? ''),
    records: [command.RECORD].flat().flatMap(readRecord),
  };
}

function readRecord(record: unknown): { product: string; balance: string }[] {
  if (!isRecord(record)) return [];
  const product = readText(record.PRODUCTSHORTNAME) ?? readText(record.PRODUCTCODE);
  const balance = readText(record.BALANCE);
  if (product === null || balance === null || !AMOUNT.test(balance)) return [];
  return [{ product: operatorWords(product), balance }];
}

/** The text of an element; null if there is none or more than one. */
function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
