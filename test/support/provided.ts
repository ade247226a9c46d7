/** What the global set-up provides to every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of a server where tests may create databases. */
    readonly databaseUrl: string;
    /** A migrated database without connections; `createTestDatabase` clones it. */
    readonly templateDatabase: string;
    /** `host:port` of one Temporal server for the whole run: take a task queue and ids of your own. */
    readonly temporalAddress: string;
    /** Folder of the bundled workflow code, as WORKFLOW_BUNDLES names it. */
    readonly workflowBundles: string;
    /** For `temporaryStateDir`. */
    readonly runFolder: string;
  }
}

export {};
