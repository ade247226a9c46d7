import { beforeAll, describe, expect, it } from 'vitest';
import { ENVIRONMENTS } from '../../../config/config.ts';
import { COMPILE_MS, findObject, type Manifest, renderObjects } from '../../support/chart/helm.ts';
import { podsOf, settingsOf } from '../../support/chart/pods.ts';

let objects: Manifest[];
beforeAll(async () => {
  objects = await renderObjects();
}, COMPILE_MS);

describe('the operators’ command', () => {
  const jobOf = (found: readonly Manifest[]) => findObject(found, 'CronJob', 'bw-cli').spec;

  it('has a pod only when someone makes a Job, and for a limited time', () => {
    expect(jobOf(objects)).toMatchObject({
      suspend: true,
      jobTemplate: { spec: { activeDeadlineSeconds: 3600, ttlSecondsAfterFinished: 60, backoffLimit: 0 } },
    });
  });

  it('has every setting that it reads, except a name: the operator gives it', async () => {
    const more = { api: { settings: { TEMPORAL_UI_URL: 'https://temporal.example.com' } } };
    const found = podsOf(await renderObjects(more)).get('bw-cli');
    const given = ['BUNDLEWIRE_OPERATOR', 'SECRETS_KEYS_FORMER', 'WEBHOOK_ALLOW_PRIVATE'];
    const read = Object.keys(ENVIRONMENTS['command line'].shape).filter((name) => !given.includes(name));
    expect([...(found === undefined ? [] : settingsOf(found).keys())]).toEqual(expect.arrayContaining(read));
  });

  it('may connect to what commands need, and accepts no connection', () => {
    const policy = findObject(objects, 'NetworkPolicy', 'bw-cli').spec;
    expect(policy).not.toHaveProperty('ingress');
    for (const port of ['5432', '7233', '443']) expect(JSON.stringify(policy)).toContain(`"port":${port}`);
  });

  it('is absent unless it is enabled', async () => {
    const without = await renderObjects({ cli: { enabled: false } });
    const named = without.filter(({ metadata }) => /-cli$/.test(metadata.name));
    expect(named).toEqual([]);
  });
});
