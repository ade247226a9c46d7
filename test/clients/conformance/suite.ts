import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from './context.ts';
import { type Driver, type Package, startDriver } from './driver.ts';
import { KEY, PHONE } from './objects.ts';
import { accessScenarios } from './scenarios/access.ts';
import { accountSettingScenarios } from './scenarios/account-settings.ts';
import { agreementScenarios } from './scenarios/agreements.ts';
import { answerScenarios } from './scenarios/answers.ts';
import { batchScenarios } from './scenarios/batches.ts';
import { buyingScenarios } from './scenarios/buying.ts';
import { downloadScenarios } from './scenarios/downloads.ts';
import { endpointScenarios } from './scenarios/endpoints.ts';
import { operationScenarios } from './scenarios/every-operation.ts';
import { realScenarios } from './scenarios/real.ts';
import { requestScenarios } from './scenarios/requests.ts';
import { settingScenarios } from './scenarios/settings.ts';
import { statementScenarios } from './scenarios/statements.ts';
import { waitingScenarios } from './scenarios/waiting.ts';
import { webhookScenarios } from './scenarios/webhooks.ts';
import { type ScriptedServer, startScriptedServer } from './server.ts';

/** Tests a package as clients/conformance.md says. */
export function testConformance(pkg: Package): void {
  describe(`the ${pkg.language} client`, () => {
    let server: ScriptedServer;
    let driver: Driver;
    beforeAll(async () => {
      server = await startScriptedServer();
      driver = startDriver(pkg, { baseUrl: server.url, apiKey: KEY });
    });
    afterAll(async () => {
      await driver?.close();
      await server?.close();
    });
    const context: Context = {
      pkg,
      server: () => server,
      driver: () => driver,
      async withDriver(settings, use) {
        const other = startDriver(pkg, { baseUrl: server.url, apiKey: KEY, ...settings });
        try {
          return await use(other);
        } finally {
          await other.close();
        }
      },
    };
    buyingScenarios(context);
    answerScenarios(context);
    waitingScenarios(context);
    batchScenarios(context);
    statementScenarios(context);
    webhookScenarios(context);
    settingScenarios(context);
    agreementScenarios(context);
    endpointScenarios(context);
    accountSettingScenarios(context);
    accessScenarios(context);
    downloadScenarios(context);
    requestScenarios(context);
    operationScenarios(context);

    it('ends with 0 and has logged neither the key nor a phone number', async () => {
      expect(await driver.close()).toBe(0);
      expect(driver.stderr()).toContain('/v1/purchases');
      expect(driver.stderr()).not.toContain(PHONE.slice(1));
      expect(driver.stderr() + driver.stdout()).not.toContain(KEY);
    });

    realScenarios(context);
  });
}
