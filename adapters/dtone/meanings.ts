import type { Refused } from '../adapter.ts';
import { type ClassMeaning, STATUS_CLASSES, toRefusal } from './codes.ts';
import type { GatewayError, Order } from './wire.ts';

const MAX_ERRORS_SHOWN = 5;

/**
 * Null for an unknown class, and for one whose number and name belong to different classes. An unknown name is no
 * contradiction, because DT One may reword its texts.
 */
export function readMeaning(order: Order): ClassMeaning | null {
  const known = STATUS_CLASSES.get(order.classId);
  if (known === undefined) return null;

  const named = [...STATUS_CLASSES.values()].find(({ name }) => name === order.className.toUpperCase());
  return named === undefined || named === known ? known.meaning : null;
}

/** The refusal of an order in a refusing class. */
export function refusedBy(order: Order): Refused {
  const className = STATUS_CLASSES.get(order.classId)?.name ?? '';
  return { kind: 'refused', ...toRefusal(className, order.status), gatewayCode: order.status || className };
}

/** Codes and texts of errors, for operators. */
export function formatErrors(errors: readonly GatewayError[]): string {
  return errors
    .slice(0, MAX_ERRORS_SHOWN)
    .map(({ code, words }) => `${code} ${words}`.trim())
    .join('; ');
}

/** Describes a class that we cannot act on, for operators. */
export function undocumentedClass(order: Order): string {
  return `class ${order.classId} ${order.status}`;
}
