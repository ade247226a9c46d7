import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CannotVerify, findSurroundings } from '../../../services/invariants/surroundings.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  mkdirSync(join(folder, '.bundlewire'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const STACK = {
  database_url: 'postgresql://stack/db',
  temporal_address: 'stack:7233',
  simulators: { dtone: 'http://127.0.0.1:4000' },
  api_key: 'not read here',
};
const GATEWAYS = {
  networks: {
    net_mtn_ng: {
      live: { protocol: 'dtone', base_url: 'http://127.0.0.1:4000/v1', api_key: 'k', api_secret: 's' },
      test: null,
    },
  },
};

function writeState(name: 'stack.json' | 'gateways.json', content: unknown): void {
  writeFileSync(
    join(folder, '.bundlewire', name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

describe('what is verified', () => {
  it('is the stack of this folder', () => {
    writeState('stack.json', STACK);
    writeState('gateways.json', GATEWAYS);
    const found = findSurroundings({}, folder);
    expect(found).toMatchObject({ databaseUrl: 'postgresql://stack/db', temporalAddress: 'stack:7233' });
    expect(found.simulators?.urls).toEqual(STACK.simulators);
    expect(Object.keys(found.simulators?.gateways.networks ?? {})).toEqual(['net_mtn_ng']);
  });

  it('is what the environment names, and then nothing of a stack with another database', () => {
    writeState('stack.json', STACK);
    expect(findSurroundings({ DATABASE_URL: 'postgresql://other/db' }, folder)).toEqual({
      databaseUrl: 'postgresql://other/db',
      temporalAddress: null,
      simulators: null,
    });
    const both = { DATABASE_URL: 'postgresql://other/db', TEMPORAL_ADDRESS: 'other:7233' };
    expect(findSurroundings(both, folder).temporalAddress).toBe('other:7233');
  });

  it('is the stack too when DATABASE_URL is empty, as for npm start', () => {
    writeState('stack.json', STACK);
    expect(findSurroundings({ DATABASE_URL: '' }, folder).databaseUrl).toBe(STACK.database_url);
  });

  it('is the stack too when the environment names its own database', () => {
    writeState('stack.json', STACK);
    expect(findSurroundings({ DATABASE_URL: STACK.database_url }, folder).temporalAddress).toBe('stack:7233');
  });
});

describe('without anything to verify', () => {
  it('says what to do', () => {
    expect(() => findSurroundings({}, folder)).toThrow(CannotVerify);
    expect(() => findSurroundings({}, folder)).toThrow(/Set DATABASE_URL, or start the stack .* npm start/);
  });

  it.each(['{"database_url": 1}', 'no json', ''])('says so of a stack file that reads %j', (text) => {
    writeState('stack.json', text);
    expect(() => findSurroundings({}, folder)).toThrow(/stack\.json is not as npm start writes it/);
  });
});
