import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../db/migrate.ts';
import { GRANTS, ROLES } from '../../../db/roles/grants.ts';
import { needsOf } from '../../support/roles/needs.ts';
import { reachedTexts } from '../../support/roles/reach.ts';

/** What each role runs; `read_only` is for people. */
const PROGRAMS = { api: 'api/server.ts', worker: 'worker/main.ts', operator: 'cli/main.ts' } as const;

/** Needs of statements that are not in our code, or that no one can find there. */
const OTHER_NEEDS: Readonly<Record<keyof typeof PROGRAMS, Readonly<Record<string, string>>>> = {
  // The trigger events_fan_out runs with the rights of the role that inserts an event. Every role reads the clock.
  api: {
    app_clock: 'S',
    deliveries: 'SI',
    client_endpoints: 'S',
    outbox: 'I',
    // The library for sign-in writes its own SQL: sessions, links that are used once, and passwords.
    auth_people: 'SU',
    auth_sessions: 'SIUD',
    auth_credentials: 'SIU',
    auth_verifications: 'SIUD',
  },
  worker: { app_clock: 'S', deliveries: 'SI', client_endpoints: 'S', outbox: 'I' },
  // The library stores the links that operators issue.
  operator: {
    app_clock: 'S',
    deliveries: 'SI',
    client_endpoints: 'S',
    outbox: 'I',
    auth_verifications: 'SI',
  },
};

const tables = Object.keys(GRANTS);

it.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])(
  '%s has exactly the rights that its statements need',
  (role) => {
    const needs = needsOf(reachedTexts(PROGRAMS[role]), tables);
    expect(needs.length).toBeGreaterThan(100);
    const others = Object.entries(OTHER_NEEDS[role]).flatMap(([table, verbs]) =>
      [...verbs].map((verb) => ({ table, verb, place: 'OTHER_NEEDS' })),
    );
    const sentences: string[] = [];
    for (const table of tables) {
      const granted = GRANTS[table]?.[ROLES.indexOf(role)] ?? '';
      const needed = [...needs, ...others].filter((need) => need.table === table);
      // A role that may update may lock.
      const verbs = new Set(needed.map(({ verb }) => verb));
      if (verbs.has('U')) verbs.delete('L');
      for (const verb of verbs) {
        if (granted.includes(verb)) continue;
        const place = needed.find((need) => need.verb === verb)?.place;
        sentences.push(`${place} needs ${verb} on ${table}: add it for ${role} in db/roles/grants.ts.`);
      }
      for (const verb of granted)
        if (!verbs.has(verb))
          sentences.push(
            `No statement of ${role} needs ${verb} on ${table}: remove it in db/roles/grants.ts.`,
          );
    }
    expect(sentences).toEqual([]);
  },
);

it('finds the statements of a table whose name is a variable, and of a lock', () => {
  const needs = (text: string) =>
    needsOf([{ place: '', text }], tables).map(({ table, verb }) => `${table} ${verb}`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the code writes it
  expect(needs('UPDATE ${t.subjects} SET x = 1')).toEqual([
    'events S',
    'events U',
    'deliveries S',
    'deliveries U',
  ]);
  expect(needs('SELECT 1 FROM events e JOIN batches b ON true FOR SHARE OF b')).toEqual([
    'events S',
    'batches S',
    'batches S',
    'batches L',
  ]);
  expect(needs('INSERT INTO outbox (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 2')).toEqual([
    'outbox I',
    'outbox S',
    'outbox U',
  ]);
  expect(needs('SELECT id FROM outbox WHERE id IN (SELECT id FROM states) FOR UPDATE SKIP LOCKED')).toEqual([
    'outbox S',
    'outbox S',
    'outbox L',
  ]);
  expect(needs('DELETE FROM outbox')).toEqual(['outbox S', 'outbox D']);
});

it('every table of the migrations has a line', () => {
  const sql = readdirSync(MIGRATIONS)
    .map((file) => readFileSync(join(MIGRATIONS, file), 'utf8'))
    .join('\n');
  const created = [...sql.matchAll(/^CREATE (?:UNLOGGED )?(?:TABLE|VIEW) (\w+)/gm)].map(
    (match) => match[1] ?? '',
  );
  expect(created.length).toBeGreaterThan(60);
  const sentences = created
    .filter((table) => GRANTS[table] === undefined)
    .map(
      (table) =>
        `The table ${table} has no line in db/roles/grants.ts: add which of S, I, U, D and L api, worker, operator and read_only need, ` +
        'and its secrets to SECRETS.',
    );
  expect(sentences).toEqual([]);
});
