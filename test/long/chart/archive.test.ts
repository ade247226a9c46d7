import { describe, expect, it } from 'vitest';
import { ENVIRONMENTS } from '../../../config/config.ts';
import { COMPILE_MS, renderChart, renderObjects } from '../../support/chart/helm.ts';
import { podsOf, settingsOf } from '../../support/chart/pods.ts';

describe('the archive of old months', { timeout: COMPILE_MS }, () => {
  const archive = { enabled: true, claim: 'months', keepPurchasesMonths: 13, keepEventsMonths: 6 };

  it('is off until a volume is named', async () => {
    expect(podsOf(await renderObjects()).has('bw-archive')).toBe(false);
    expect(await renderChart({ archive: { ...archive, claim: '' } })).toMatchObject({ refused: /claim/ });
    expect(await renderChart({ archive: { ...archive, keepEventsMonths: 2 } })).toMatchObject({
      refused: /keepEventsMonths/,
    });
  });

  it('runs as the role that migrates, and writes to that volume', async () => {
    const found = podsOf(await renderObjects({ archive })).get('bw-archive');
    if (found === undefined) throw new Error('The chart runs no archive.');
    expect(found.containers[0].command).toEqual(['node', 'deploy/archive.ts']);
    const settings = settingsOf(found);
    expect([...settings.keys()]).toEqual(expect.arrayContaining(Object.keys(ENVIRONMENTS.archive.shape)));
    expect(settings.get('KEEP_PURCHASES_MONTHS')).toBe('13');
    expect(JSON.stringify(found.volumes)).toContain('bundlewire-migrations');
    expect(found.volumes).toContainEqual({ name: 'archive', persistentVolumeClaim: { claimName: 'months' } });
  });
});
