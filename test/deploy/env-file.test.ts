import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { parseGateways } from '../../adapters/registry.ts';
import { envFileOf } from '../../deploy/env-file.ts';
import { demoGateways, simulatorEnvironment } from '../../services/catalogue/demo/gateways.ts';

const SURROUNDINGS = {
  apiUrl: 'http://api:8080',
  simulators: { dtone: 'http://simulator:8090', reloadly: 'http://reloadly-simulator:8091' },
  secretsKey: 'c2VjcmV0cyBrZXkgb2YgdGhpcyB0ZXN0Cg==',
};

it('gives the Reloadly simulator the callback URL and signing secret of the gateways file', () => {
  const environment = simulatorEnvironment('reloadly', SURROUNDINGS);
  const read = parseEnv(envFileOf(environment));
  expect(read).toEqual(environment);

  const { networks } = parseGateways(JSON.stringify(demoGateways(SURROUNDINGS)));
  const ours = networks.net_9mobile_ng?.live;
  if (ours?.protocol !== 'reloadly') throw new TypeError('the network is not over Reloadly');
  const of = (name: string) => JSON.parse(read[name] ?? '{}')[ours.client_id];
  expect(of('CALLBACK_URLS')).toBe(ours.callback_url);
  expect(of('SIGNING_SECRETS')).toBe(ours.webhook_secret);
  expect(of('SIMULATOR_ACCOUNTS')).toBe(ours.client_secret);
});

it('is given to the simulator by docker-compose.yml', () => {
  const compose = readFileSync(join(import.meta.dirname, '..', '..', 'docker-compose.yml'), 'utf8');
  expect(compose).toContain(
    '"--env-file=/run/secrets/reloadly_simulator", "adapters/reloadly/simulator/main.ts"',
  );
});

it('rejects a value with a single quote', () => {
  expect(() => envFileOf({ NAME: "it's" })).toThrow('NAME');
});
