import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../db/migrate.ts';
import { buildConsole } from '../../tools/console/build.ts';
import { allOrCleanUp } from '../../tools/stack/all-or-clean-up.ts';
import { startPostgres } from '../../tools/stack/servers/postgres.ts';
import { setRolePasswords } from '../../tools/stack/servers/roles.ts';
import { startTemporal } from '../../tools/stack/servers/temporal.ts';
import { bundleWorkflows } from '../../tools/stack/workflow-bundles.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import { databaseUrl, runOnServer } from './database.ts';
import { createMemoryTablespace } from './memory-tablespace.ts';
import './provided.ts';
import { closeTestRun, closeTestRunBehindUs, openTestRun } from './test-runs.ts';

/** This server survives no power failure, and need not: dropping a database would write everything to the disk each time. */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off' };

/**
 * One PostgreSQL and one Temporal server for the whole run, or those of DATABASE_URL and TEMPORAL_ADDRESS, one
 * migrated template database, and the workflow code bundled and the console built once. Returns the teardown, which ends all processes and deletes all data.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = await openTestRun(project.name);
  process.once('exit', () => closeTestRunBehindUs(run));
  const log = (line: string) => console.log(line);
  const template = `template_${process.pid}_${project.name}`;
  const close = async (serverUrl: string | null) => {
    if (serverUrl !== null) await runOnServer(serverUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await closeTestRun(run);
  };

  try {
    const [serverUrl, temporal, workflowBundles] = await allOrCleanUp(
      process.env.DATABASE_URL ??
        startPostgres({ dataDir: join(run, 'postgres'), log, settings: NOT_DURABLE }).then(({ url }) => url),
      startTemporal({
        stateDir: join(run, 'temporal'),
        address: process.env.TEMPORAL_ADDRESS,
        searchAttributes: SEARCH_ATTRIBUTES,
        log,
      }),
      bundleWorkflows(join(run, 'workflow-bundles')),
      buildConsole(),
    );
    const isOurs = process.env.DATABASE_URL === undefined;
    const tablespace = isOurs ? await createMemoryTablespace(serverUrl, run) : null;
    const place = tablespace === null ? '' : ` TABLESPACE ${tablespace}`;
    await runOnServer(serverUrl, `CREATE DATABASE ${template}${place}`);
    await migrate(databaseUrl(serverUrl, template));
    await setRolePasswords(serverUrl);

    project.provide('runFolder', run);
    project.provide('databaseUrl', serverUrl);
    project.provide('templateDatabase', template);
    project.provide('temporalAddress', temporal.address);
    project.provide('workflowBundles', workflowBundles);
    return () => close(serverUrl);
  } catch (error) {
    await close(null);
    throw error;
  }
}
