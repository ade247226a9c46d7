/** Generated text by the name of its place in a page. */
export type Blocks = Readonly<Record<string, string>>;

const BLOCK = /(<!-- generated: (\S+) -->\n)[\s\S]*?(<!-- end -->)/g;

/**
 * Puts generated text into a hand-written page, between `<!-- generated: NAME -->` and `<!-- end -->`, and leaves the rest as it is.
 * @throws Error where the page has no place for a block, two places, or a place that no block fills.
 */
export function fillBlocks(page: string, blocks: Blocks): string {
  const places = [...page.matchAll(BLOCK)].map(([, , name]) => name);
  const names = Object.keys(blocks);
  if (places.toSorted().join(' ') !== names.toSorted().join(' '))
    throw new Error(
      `The page has places for ${places.join(', ')}, and these were generated: ${names.join(', ')}`,
    );
  return page.replace(BLOCK, (_, begin: string, name: string, end: string) => {
    return `${begin}\n${blocks[name]?.trimEnd()}\n\n${end}`;
  });
}
