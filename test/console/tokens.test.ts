import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const CSS = readFileSync(join(ROOT, 'console', 'src', 'ui', 'tokens.css'), 'utf8');
const PAGE = readFileSync(join(ROOT, 'docs', 'guides', 'console.md'), 'utf8');

/** WCAG 2.2: text (1.4.3), and what shows where a control is (1.4.11). */
const MINIMUM = { text: 4.5, control: 3 } as const;

const PAIRS: readonly (readonly [front: string, back: string, kind: keyof typeof MINIMUM])[] = [
  ['ink', 'paper', 'text'],
  ['ink', 'card', 'text'],
  ['soft', 'paper', 'text'],
  ['soft', 'card', 'text'],
  ['accent', 'paper', 'text'],
  ['accent', 'card', 'text'],
  ['accent-ink', 'accent', 'text'],
  ['good', 'good-paper', 'text'],
  ['busy', 'busy-paper', 'text'],
  ['bad', 'bad-paper', 'text'],
  ['bad', 'card', 'text'],
  ['warn', 'warn-paper', 'text'],
  ['test-ink', 'test-paper', 'text'],
  ['test-ink', 'test-stripe', 'text'],
  ['live-ink', 'live-paper', 'text'],
  ['control', 'card', 'control'],
];

const THEMES = ['light', 'dark'] as const;

/** The colour of a role in a theme, as #rrggbb. */
function colourOf(role: string, theme: (typeof THEMES)[number]): string {
  const value = new RegExp(`--${role}: ([^;]+);`).exec(CSS)?.[1] ?? '';
  const [light = '', dark = light] = value.match(/#[0-9a-f]{6}/g) ?? [];
  return theme === 'light' ? light : dark;
}

/** Relative luminance, as WCAG defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colours of the console', () => {
  it.each(PAIRS)(
    '%s on %s have enough contrast in both themes, and docs/guides/console.md says how much',
    (front, back, kind) => {
      const ratios = THEMES.map((theme) => contrastOf(colourOf(front, theme), colourOf(back, theme)));
      for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(MINIMUM[kind]);
      const [light = '', dark = ''] = ratios.map((ratio) => ratio.toFixed(1));
      expect(PAGE).toContain(`| \`${front}\` on \`${back}\` | ${light} | ${dark} |`);
    },
  );

  it('white on black is 21:1, so the measure is right', () => {
    expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 5);
  });
});

it('docs/guides/console.md has every size of text and every space with its value', () => {
  const sizes = [...CSS.matchAll(/--((?:text|space)[a-z0-9-]*): ([0-9.]+rem);/g)];
  expect(sizes.length).toBeGreaterThan(8);
  for (const [, name = '', value = ''] of sizes) expect(PAGE).toContain(`| \`${name}\` | ${value} |`);
});
