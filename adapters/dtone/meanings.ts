import type { Refused } from '../adapter.ts';
import { type ClassMeaning, STATUS_CLASSES, toRefusal } from './codes.ts';
import type { GatewayError, Order } from './wire.ts';

const MAX_ERRORS_SHOWN = 5;

/**
 * Null for a class we do not know, and for one whose number and name are those of two different classes. A name that is
 * no class at all is no contradiction: DT One reserves the right to reword its texts.
 */
export function readMeaning(order: Order): ClassMeaning | null {
  const known = STATUS_CLASSES.get(order.classId);
  if (known === undefined) return null;

  const named = [...STATUS_CLASSES.values()].find(({ name }) => name === order.className.toUpperCase());
  return named === undefined || named === known ? known.meaning : null;
}

/** The refusal that an order of a refusing class stands for. */
export function refusedBy(order: Order): Refused {
  const className = STATUS_CLASSES.get(order.classId)?.name ?? '';
  return { kind: 'refused', ...toRefusal(className, order.status), gatewayCode: order.status || className };
}

/** Codes and words of errors, for operators. */
export function formatErrors(errors: readonly GatewayError[]): string {
  return errors
    .slice(0, MAX_ERRORS_SHOWN)
    .map(({ code, words }) => `${code} ${words}`.trim())
    .join('; ');
}

/** A class we cannot act on, for operators. */
export function undocumentedClass(order: Order): string {
  return `class ${order.classId} ${order.status}`;
}
