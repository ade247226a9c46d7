import { expect, it } from 'vitest';
import type { NetworkStatus } from '../../../domain/network/network.ts';
import { judgePlatform } from '../../../domain/network/platform-status.ts';

const WELL = { writable: true, relayAlive: true, temporalReached: true, networks: ['operational'] } as const;

it.each([
  ['all is well', {}, 'operational'],
  ['the account has no network', { networks: [] }, 'operational'],
  ['one of two networks is unavailable', { networks: ['unavailable', 'operational'] }, 'operational'],
  ['no worker shows itself', { relayAlive: false, temporalReached: false }, 'degraded'],
  ['no worker reaches Temporal', { temporalReached: false }, 'degraded'],
  ['every network is degraded or worse', { networks: ['degraded', 'unavailable'] }, 'degraded'],
  ['every network refuses purchases', { networks: ['unavailable', 'unavailable'] }, 'unavailable'],
  ['the database takes no writes', { writable: false }, 'unavailable'],
] satisfies [string, Partial<Parameters<typeof judgePlatform>[0]>, NetworkStatus][])(
  'when %s',
  (_case, changes, expected) => {
    const { status, message } = judgePlatform({ ...WELL, ...changes });
    expect(status).toBe(expected);
    expect(message === null).toBe(expected === 'operational');
  },
);
