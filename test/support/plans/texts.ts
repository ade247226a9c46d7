import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ReachedText, reachedTexts } from '../roles/reach.ts';
import { SAMPLES } from './samples.ts';

// A program, and no module of a test: it loads our modules with one more export. It prints all statements of our programs as JSON.

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROGRAMS = ['api/server.ts', 'worker/main.ts', 'cli/main.ts'];
const STATEMENT = /^[`\s(]*(?:SELECT|WITH|INSERT|UPDATE|DELETE|COPY)\s+[^\s]/;
/** What COPY reads is planned as a query. */
const COPIED = /^\s*COPY \((.*)\) TO STDOUT/s;
/** Only inserts what it is sent. */
const COPIED_IN = /^\s*COPY \w+ \([^)]*\) FROM STDIN/;

/** A statement as PostgreSQL gets it, and the declaration in which it stands. */
export interface Statement {
  readonly place: string;
  readonly sql: string;
}

/** What this program prints. */
export interface Statements {
  readonly statements: readonly Statement[];
  /** Sentences about templates whose expressions have no value without a sample, and about samples of no template. */
  readonly problems: readonly string[];
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url.includes('/node_modules/') || !url.endsWith('.ts')) return loaded;
    // Code that is evaluated here sees all that the module declares and imports.
    const source = `${loaded.source}\nexport const evaluateHere = (code) => eval(code);`;
    return { ...loaded, source };
  },
});

/** The values of a template: one per sample, or one if it has none. */
async function evaluate({ place, text }: ReachedText): Promise<readonly string[]> {
  const file = place.replace(/ \(.*/, '');
  const module: { evaluateHere: (code: string) => unknown } = await import(
    pathToFileURL(join(ROOT, file)).href
  );
  return (SAMPLES[place] ?? [{}]).map((sample) => {
    const names = Object.keys(sample).join(', ');
    return String(module.evaluateHere(`((${names}) => ${text})(${Object.values(sample).join(', ')})`));
  });
}

function withoutCopy(sql: string): string {
  return COPIED.exec(sql)?.[1] ?? sql;
}

/** Parts of other statements are seen there, with the tables and parameters around them. */
function withoutParts(statements: readonly Statement[]): Statement[] {
  const flat = statements.map(({ sql }) => sql.replace(/\s+/g, ' ').trim());
  return statements.filter((_, at) => {
    const own = flat[at] ?? '';
    return !flat.some((other) => other !== own && other.includes(own));
  });
}

async function main(): Promise<void> {
  const texts = PROGRAMS.flatMap(reachedTexts).filter(({ text }) => STATEMENT.test(text));
  const different = new Map(texts.map((each) => [`${each.place} ${each.text}`, each]));
  const statements = new Map<string, Statement>();
  const problems: string[] = [];
  for (const each of different.values()) {
    try {
      const values = each.text.startsWith('`') ? await evaluate(each) : [each.text];
      for (const value of values)
        if (!COPIED_IN.test(value)) statements.set(value, { place: each.place, sql: withoutCopy(value) });
    } catch (error) {
      problems.push(`${each.place}: ${error}. Add values to SAMPLES in ${relativeName('samples.ts')}.`);
    }
  }
  for (const place of Object.keys(SAMPLES))
    if (!texts.some((each) => each.place === place))
      problems.push(`${place} has no template: remove it from SAMPLES in ${relativeName('samples.ts')}.`);
  const printed: Statements = { statements: withoutParts([...statements.values()]), problems };
  process.stdout.write(JSON.stringify(printed));
}

function relativeName(file: string): string {
  return join('test', 'support', 'plans', file);
}

await main();
