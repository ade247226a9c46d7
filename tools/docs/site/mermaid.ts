import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

/** Colours of the theme, so that pictures follow its light and dark appearance. */
const COLOURS = {
  bg: 'var(--vp-c-bg)',
  fg: 'var(--vp-c-text-1)',
  border: 'var(--vp-c-border)',
  surface: 'var(--vp-c-bg-soft)',
};

/** Draws the Mermaid blocks of every page when the site is built: browsers load no library and run no script for them. */
export function drawMermaid(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  const { fence } = rules;
  rules.fence = (tokens, at, options, env, self) => {
    const token = tokens[at];
    if (token?.info.trim() === 'mermaid') return renderPicture(token.content);
    return fence === undefined
      ? self.renderToken(tokens, at, options)
      : fence(tokens, at, options, env, self);
  };
}

/**
 * Draws a Mermaid diagram as SVG for a page whose policy allows style attributes, but no style elements.
 * @throws Error for text that is not a diagram
 */
export function renderPicture(code: string): string {
  const svg = renderMermaidSVG(code, COLOURS);
  const variables = [...svg.matchAll(/^\s*(--_[a-z-]+:[^;]+);/gm)].map(([, variable]) => variable);
  const picture = svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/ style="([^"]*)"/, (_, style: string) => ` style="${[style, ...variables].join(';')};${FLUID}"`)
    .replace('<svg ', '<svg role="img" aria-label="Diagram" ');
  return `<div v-pre class="diagram">${picture}</div>\n`;
}

/** As wide as the page at most. */
const FLUID = 'max-width:100%;height:auto;margin:auto';
