import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readWorkerConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/read.ts';

const ENVIRONMENT = {
  DATABASE_URL: 'postgresql://nobody',
  GATEWAYS_FILE: 'gateways.json',
  TEMPORAL_ADDRESS: 'nowhere:7233',
  SECRETS_KEY: randomBytes(32).toString('base64'),
};

describe('CRASH_POINT', () => {
  it('is off unless it is named', () => {
    expect(readWorkerConfig(ENVIRONMENT).CRASH_POINT).toBeUndefined();
  });

  it.each([
    ['after_fence', { name: 'after_fence', nth: 1, signal: 'SIGKILL' }],
    ['before_record:7', { name: 'before_record', nth: 7, signal: 'SIGKILL' }],
    ['after_fence:2:SIGSTOP', { name: 'after_fence', nth: 2, signal: 'SIGSTOP' }],
  ])('%s names a window, a pass and a signal', (text, setting) => {
    expect(readWorkerConfig({ ...ENVIRONMENT, CRASH_POINT: text }).CRASH_POINT).toEqual(setting);
  });

  it.each(['somewhere', 'after_fence:0', 'after_fence:x', 'after_fence:1:SIGTERM'])('refuses %s', (text) => {
    expect(() => readWorkerConfig({ ...ENVIRONMENT, CRASH_POINT: text })).toThrow(ConfigError);
  });

  it('is rejected in production', () => {
    const production = { ...ENVIRONMENT, NODE_ENV: 'production' };
    expect(() => readWorkerConfig({ ...production, CRASH_POINT: 'after_fence' })).toThrow(/CRASH_POINT/);
    expect(readWorkerConfig(production).CRASH_POINT).toBeUndefined();
  });
});
