import { Client } from 'pg';

/** Makes a function that runs one statement on a given database. */
export function onDatabase(sql: string): (databaseUrl: string) => Promise<void> {
  return async (databaseUrl) => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
}
