import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPassages } from '../../../tools/prose/files.ts';
import { checkPassage, readWords } from '../../../tools/prose/rules.ts';
import { checkSpelling } from '../../../tools/prose/spelling.ts';

const PAGE = `# Writing

## Words

| Not | Write instead |
|---|---|
| \`parrot\`, \`big parrot cage\` | bird |
| \`rejected by 404\` (a status) | rejected with 404 |

## Before and after
`;
const AVOIDED = readWords(PAGE);

/** What is found in a file, as \`line: text\`. */
function check(path: string, source: string): string[] {
  return readPassages(path, () => source)
    .flatMap((passage) => checkPassage(path, passage, AVOIDED))
    .map(({ line, text }) => `${line}: ${text}`);
}

describe('the table of words', () => {
  it('is read from the page', () => {
    expect(AVOIDED.map(({ instead }) => instead)).toEqual(['bird', 'bird', 'rejected with 404']);
  });

  it('is in docs/writing.md', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'writing.md'), 'utf8');
    expect(readWords(page).length).toBeGreaterThan(20);
  });

  it('must be there', () => {
    expect(() => readWords('# Writing\n')).toThrow('no table of words');
  });
});

describe('a word to avoid', () => {
  it.each([
    ['paragraph', 'page.md', 'One\nPARROT here.\n', ['2: "PARROT": write bird']],
    ['list item', 'page.md', '- one\n- a parrot\n', ['2: "parrot": write bird']],
    ['heading', 'page.md', '## The parrot\n', ['1: "parrot": write bird']],
    ['cell', 'page.md', '| a |\n|---|\n| parrot |\n', ['3: "parrot": write bird']],
    [
      'phrase over two lines',
      'page.md',
      'a big\nparrot cage',
      ['2: "parrot": write bird', '1: "big parrot cage": write bird'],
    ],
    [
      'phrase with a number',
      'page.md',
      'It is rejected by 422.',
      ['1: "rejected by 422": write rejected with 404'],
    ],
    ['line comment', 'code.ts', 'f();\n// A big\n// parrot.\n', ['3: "parrot": write bird']],
    ['docstring', 'code.ts', '/**\n * Reads.\n * @returns a parrot\n */\nf();', ['3: "parrot": write bird']],
    ['message', 'code.ts', "throw new Error('No parrot there.');", ['1: "parrot": write bird']],
    ['template', 'code.ts', 'log(`one\nparrot cages`);', ['2: "parrot": write bird']],
    ['test title', 'code.test.ts', "it('is a parrot', run);", ['1: "parrot": write bird']],
    ['page', 'page.html', '<p>\n<b>No</b> parrot</p>', ['2: "parrot": write bird']],
    ['alert', 'alerts.yml', 'a:\n  summary: No parrot\n', ['2: "parrot": write bird']],
    ['dashboard', 'board.json', '{\n"title": "Parrot" }', ['2: "Parrot": write bird']],
  ])('is found in a %s', (_where, path, source, expected) => {
    expect(check(path, source).toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ['code span', 'page.md', 'The `parrot` and `big parrot cage`.\n'],
    ['code block', 'page.md', '```sh\nparrot\n```\n\n    parrot\n'],
    ["link's address", 'page.md', '[bird](parrot.md)\n'],
    ['HTML comment', 'page.md', '<!-- parrot -->\n\nBird.\n'],
    ['identifier', 'code.ts', 'const parrot = { parrot: 1 }; parrot.parrot();'],
    ['value', 'code.ts', "kind = 'parrot';"],
    ['code span of a comment', 'code.ts', '// See `parrot`.\n'],
    [
      'name with the word in it',
      'page.md',
      'In late-parrot.ts, parrot.ts, parrot_id, [races.parrot] and big/parrot.\n',
    ],
    ['longer word', 'page.md', 'Parrots.\n'],
    ['file that is data', 'picture.png', 'parrot'],
  ])('is ignored in a %s', (_where, path, source) => {
    expect(check(path, source)).toEqual([]);
  });
});

describe('a sentence', () => {
  const sentence = (words: number) => `Begin ${Array.from({ length: words - 1 }, () => 'word').join(' ')}.`;

  it('of 35 words is short enough, and of 36 is too long', () => {
    expect(check('page.md', `${sentence(35)} ${sentence(35)}\n`)).toEqual([]);
    expect(check('page.md', `${sentence(3)}\n${sentence(36)}\n`)).toEqual([
      '2: "Begin word word word word word …" has 36 words, more than 35: make two sentences of it',
    ]);
  });

  it('counts a code span as one word, and may begin with one', () => {
    expect(check('page.md', `${sentence(34)} \`a b c\` ${sentence(34)}\n`)).toEqual([]);
    expect(check('page.md', `${sentence(35).replace('.', '')} \`a b c\`.\n`)).toHaveLength(1);
  });

  it('is not measured in a cell or in code', () => {
    expect(
      check('page.md', `| a |\n|---|\n| ${sentence(36)} |\n\n\`\`\`\n${sentence(36)}\n\`\`\`\n`),
    ).toEqual([]);
    expect(check('code.ts', `// ${sentence(36)}\n`)).toEqual([]);
  });
});

describe('spelling', () => {
  const spell = async (path: string, source: string, known: readonly string[] = []) => {
    const found = await checkSpelling([{ path, passages: readPassages(path, () => source) }], known);
    return found.map(({ line, text }) => `${line} ${/"(.*?)"/.exec(text)?.[1]}`);
  };

  // Words by themselves are values, which the check of this file leaves alone.
  const [american, wrong] = ['behavior', 'recieve'];

  it('is British, in pages, comments, messages and test titles', async () => {
    expect(await spell('page.md', `The behaviour\nand the ${american} don't differ.\n`)).toEqual([
      '2 behavior',
    ]);
    expect(await spell('a.ts', `// No ${american}.\nit('${wrong} the mail', f);`)).toEqual([
      '1 behavior',
      '2 recieve',
    ]);
  });

  it('leaves names, paths, SQL and the words of the project alone', async () => {
    const names = `\`${wrong}\`, ${wrong}All, ${wrong}_all, db/${wrong} and VTpass`;
    expect(await spell('page.md', `See ${names}.\n`)).toEqual([]);
    expect(await spell('a.ts', `query('SELECT ${wrong} FROM mails');`)).toEqual([]);
    expect(await spell('page.md', 'Ask for kobo, and for Reloadly’s list.\n', ['kobo', 'Reloadly'])).toEqual(
      [],
    );
  });

  it("the project's words are sorted, and none is there twice", () => {
    const list = join(import.meta.dirname, '..', '..', '..', 'tools', 'prose', 'words.txt');
    const words = readFileSync(list, 'utf8').trimEnd().split('\n');
    const sorted = [...new Set(words)].toSorted((a, b) =>
      a.toLowerCase().localeCompare(b.toLowerCase(), 'en'),
    );
    expect(words).toEqual(sorted);
  });
});
