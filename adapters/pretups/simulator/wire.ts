import { XMLParser } from 'fast-xml-parser';
import type { Rendering } from '../../simulation/answers.ts';
import type { Order } from '../../simulation/book.ts';

const parser = new XMLParser({ ignoreAttributes: true, processEntities: true, parseTagValue: false });

/** A command's elements; those that came more than once, or hold others, are left out. */
export type Command = ReadonlyMap<string, string>;

/** Reads a command; null where the body is none, or defines entities. */
export function readCommand(body: unknown): Command | null {
  try {
    const text = String(body);
    if (/<!ENTITY/i.test(text)) return null;
    const read: unknown = parser.parse(text, true);
    if (typeof read !== 'object' || read === null || !('COMMAND' in read)) return null;
    const command = read.COMMAND;
    if (typeof command !== 'object' || command === null) return null;
    return new Map(
      Object.entries(command).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : [],
      ),
    );
  } catch {
    return null;
  }
}

/** The REQSTATUS of an order. A reversed transfer shows as failed. */
export function statusOf(order: Order): string {
  switch (order.status) {
    case 'open':
      return order.behaviour.openWord ?? '205';
    case 'delivered':
      return '200';
    case 'failed':
      return order.behaviour.failCode ?? '206';
    case 'reversed':
      return '206';
  }
}

/** The answer about an order, and how it goes wrong. */
export function render(type: string, order: Order, asStatus: boolean): Rendering {
  const answer = (status: string) =>
    commandXml(type, {
      TXNSTATUS: asStatus ? '200' : status,
      ...(asStatus ? { REQSTATUS: status } : {}),
      DATE: '20/11/2026 18:48:03',
      EXTREFNUM: order.reference,
      TXNID: order.id,
      MESSAGE: `Transfer to ${order.number}: ${status}`,
    });
  return {
    type: 'text/xml',
    text: answer(statusOf(order)),
    unknownStatus: answer('299'),
    unknownCode: answer('9990001'),
    fault: refusalXml(type, '500', 'Internal error'),
  };
}

/** An answer that is about no order. */
export function refusalXml(type: string, status: string, message: string): string {
  return commandXml(type, { TXNSTATUS: status, MESSAGE: message });
}

export function balanceXml(balance: string): string {
  return (
    `<?xml version="1.0"?><COMMAND><TYPE>EXUSRBALRESP</TYPE><TXNSTATUS>200</TXNSTATUS><RECORD><PRODUCTCODE>101</PRODUCTCODE>` +
    `<PRODUCTSHORTNAME>eTopUP</PRODUCTSHORTNAME><BALANCE>${balance}</BALANCE></RECORD></COMMAND>`
  );
}

function commandXml(type: string, fields: Readonly<Record<string, string>>): string {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  return `<?xml version="1.0"?><COMMAND><TYPE>${type}</TYPE>${elements.join('')}</COMMAND>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
