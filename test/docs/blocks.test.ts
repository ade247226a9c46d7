import { renderMermaidSVG } from 'beautiful-mermaid';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createReadSign } from '../../services/batches/files/header-sign.ts';
import { readFile } from '../../services/batches/files/read-file.ts';
import { readHeader } from '../../services/batches/header.ts';
import { createTurns } from '../../services/batches/turns.ts';
import { readOpenApiDocument } from '../../tools/docs/openapi-document.ts';
import { createTestDatabase } from '../support/database.ts';
import { type DocBlock, listPages, readBlocks, readCommands } from '../support/docs/blocks.ts';
import { checkCommand, checkComplete } from '../support/docs/commands.ts';
import { checkJson } from '../support/docs/schemas.ts';
import { splitCommands } from '../support/docs/shell.ts';
import { checkTypes } from '../support/docs/typescript.ts';

/** Languages that nothing runs, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  go: 'run by test/long/clients/go.test.ts',
  text: 'a picture, an output or a file that is no program',
  diff: 'texts before and after, in docs/writing.md',
  python: 'run by test/clients/typescript/webhook-vectors.test.ts and test/long/clients/python*.test.ts',
  php: 'run by test/long/clients/php*.test.ts',
};

/** Blocks that are checked by a program. Those of the pages for clients are run as well, by examples.test.ts. */
const CHECKED = ['sh', 'json', 'ts', 'sql', 'yaml', 'csv', 'mermaid'];

const PAGES = listPages();
const BLOCKS = PAGES.flatMap((path) => readBlocks(path));
const document = await readOpenApiDocument();

const inLanguage = (language: string) => BLOCKS.filter((block) => block.language === language);
/** `docs/page.md:12 npx …: what is wrong`. */
const problem = (place: string, what: string | null) => (what === null ? [] : [`${place}: ${what}`]);

function checkScript({ place, code }: DocBlock): string[] {
  return splitCommands(code).flatMap((words) => [
    ...problem(place, checkCommand(words, document)),
    ...problem(place, checkComplete(words)),
  ]);
}

describe('blocks', () => {
  it('name their language, and each language is checked or listed as not run', () => {
    const known = [...CHECKED, ...Object.keys(NOT_RUN)];
    const unknown = BLOCKS.filter(({ language }) => !known.includes(language));
    expect(unknown.map(({ place, language }) => `${place} ${language || 'no language'}`)).toEqual([]);
  });

  it('of text hold no commands', () => {
    const commands = inLanguage('text').filter(({ code }) =>
      /^\s*(\$ |npm |npx |curl |bundlewire(-client)? )/m.test(code),
    );
    expect(commands.map(({ place }) => place)).toEqual([]);
  });

  it('of python and diff are on the pages that are named for them', () => {
    expect(new Set(inLanguage('python').map(({ path }) => path))).toEqual(
      new Set([
        'clients/python/README.md',
        'docs/buying.md',
        'docs/guides/after-network-timeout.md',
        'docs/guides/reconcile.md',
        'docs/guides/webhook-receiver.md',
        'docs/quick-start.md',
        'docs/webhooks.md',
      ]),
    );
    expect(inLanguage('diff').every(({ path }) => path === 'docs/writing.md')).toBe(true);
  });

  it('of sh have commands, options and requests that exist', () => {
    const blocks = inLanguage('sh');
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.flatMap(checkScript)).toEqual([]);
  });

  it('of json are valid objects of the API, or valid settings', () => {
    const blocks = inLanguage('json');
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.flatMap(({ place, code }) => problem(place, checkJson(code, document)))).toEqual([]);
  });

  it('of ts pass the type checker', async () => {
    const blocks = inLanguage('ts');
    expect(blocks.length).toBeGreaterThan(3);
    expect(await checkTypes(blocks)).toEqual([]);
  });

  it('of yaml can be parsed', () => {
    const errors = inLanguage('yaml').flatMap(({ place, code }) =>
      parseAllDocuments(code).flatMap((one) =>
        ('errors' in one ? one.errors : []).map(({ message }) => `${place}: ${message}`),
      ),
    );
    expect(errors).toEqual([]);
  });

  it('of csv are files with a header that uploads read', async () => {
    for (const { place, code } of inLanguage('csv'))
      expect([place, await readHeaderOf(code)]).toEqual([place, 'usable']);
  });

  it('of sql run on the database', async () => {
    const statements = inLanguage('sql').flatMap(({ place, code }) =>
      code
        .split(/;\s*$/m)
        .filter((sql) => /\S/.test(sql))
        .map((sql) => ({ place, sql })),
    );
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      for (const { place, sql } of statements)
        await expect(client.query(`EXPLAIN ${sql}`), place).resolves.toBeDefined();
    } finally {
      await client.end();
      await database.drop();
    }
  });

  it('of mermaid are pictures', () => {
    for (const { code } of inLanguage('mermaid')) expect(renderMermaidSVG(code)).toContain('</svg>');
  });
});

it('commands in sentences have names and options that exist', () => {
  const commands = PAGES.flatMap(readCommands);
  expect(commands.length).toBeGreaterThan(20);
  const problems = commands.flatMap(({ place, command }) =>
    splitCommands(command).flatMap((words) => problem(`${place} ${command}`, checkCommand(words, document))),
  );
  expect(problems).toEqual([]);
});

describe('the check of commands', () => {
  const check = (command: string) =>
    splitCommands(command).map((words) => checkCommand(words, document) ?? checkComplete(words));

  it.each([
    'npx bundlewire purchase trace pur_1 # why',
    'A=$(npm run stop) npm run demo -- --rows 5 && npm test -- docs/blocks',
    `curl "$BASE_URL/v1/purchases?reference=order-1" -H 'Authorization: Bearer x'`,
    'node tools/docs/docs.ts > /dev/null',
  ])('accepts %s', (command) => {
    expect(check(command).filter((what) => what !== null)).toEqual([]);
  });

  it.each([
    ['npx bundlewire purchase find pur_1', 'bundlewire purchase has no command find'],
    ['npx bundlewire purchase trace pur_1 --loud', 'bundlewire purchase trace has no option --loud'],
    ['npx bundlewire purchase trace', 'bundlewire purchase trace needs 1 arguments'],
    ['npx bundlewire-client sell', 'bundlewire-client has no command sell'],
    [
      'npx bundlewire-client buy +234 bnd',
      'bundlewire-client buy: --reference is missing. See bundlewire-client buy --help.',
    ],
    ['npx bundlewire purchase trace pur_1 pur_2', 'bundlewire purchase trace takes 1 arguments, not 2'],
    ['npm run nothing', 'package.json has no script nothing'],
    ['node tools/nothing.ts', 'tools/nothing.ts does not exist'],
    ['juggle', 'juggle is neither checked nor listed as not run'],
    ['curl -X DELETE $BASE_URL/v1/purchases', 'DELETE /v1/purchases is not in the OpenAPI document'],
    ['curl $BASE_URL/v1/purchases?colour=1', '/v1/purchases has no parameter colour'],
    [`curl $BASE_URL/v1/purchases -d '{"reference":"a"}'`, "data must have required property 'phone_number'"],
  ])('rejects %s', (command, what) => {
    expect(check(command).join()).toContain(what);
  });
});

async function readHeaderOf(code: string): Promise<string> {
  for await (const part of readFile(chunksOf(code), createTurns(), {
    readSign: createReadSign(() => new Map()),
    sheet: null,
    charsMax: code.length,
  })) {
    if (part.kind === 'unusable') return part.rejection.message;
    const [header] = part.kind === 'records' ? part.records : [];
    if (header === undefined) continue;
    const reading = readHeader(header.cells, header.line, new Map());
    return reading.kind === 'unusable' ? reading.rejection.message : reading.kind;
  }
  return 'no header';
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
