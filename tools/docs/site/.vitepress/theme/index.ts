// The theme with the fonts of the reader's system: nothing to load.
export { default } from 'vitepress/theme-without-fonts';
