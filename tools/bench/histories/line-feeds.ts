const LINE_FEED = 10;

/** How many lines end in this chunk of text. */
export function lineFeeds(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}
