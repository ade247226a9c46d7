import { expect, it } from 'vitest';
import { fillBlocks } from '../../../tools/docs/blocks.ts';

const place = (name: string, text = '') => `<!-- generated: ${name} -->\n${text}<!-- end -->`;
const PAGE = `# Title\n\n${place('first', '\nold\n\n')}\n\nBy hand: $& costs $1.\n\n${place('second')}\n`;

it('replaces what is between the markers, and leaves the text by hand as it is', () => {
  const filled = fillBlocks(PAGE, { first: '| a |', second: '$1\n' });
  expect(filled).toBe(
    `# Title\n\n${place('first', '\n| a |\n\n')}\n\nBy hand: $& costs $1.\n\n${place('second', '\n$1\n\n')}\n`,
  );
  expect(fillBlocks(filled, { first: '| a |', second: '$1' })).toBe(filled);
});

it.each([
  ['a block that has no place', { first: '', second: '', third: '' }],
  ['a place that no block fills', { first: '' }],
])('refuses %s', (_case, blocks) => {
  expect(() => fillBlocks(PAGE, blocks)).toThrow('places for first, second');
});

it('refuses two places for one block', () => {
  expect(() => fillBlocks(PAGE + place('first'), { first: '', second: '' })).toThrow('first, second, first');
});
