import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import './provided.ts';

/** `host:port` of the Temporal server of this run. */
export function temporalAddress(): string {
  return inject('temporalAddress');
}

/** A task queue that no other test file uses, for all of them share one server. */
export function ownTaskQueue(name: string): string {
  return `${name}-${randomBytes(4).toString('hex')}`;
}
