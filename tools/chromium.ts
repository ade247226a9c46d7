import { existsSync } from 'node:fs';

/** Debian's paths. The second is used if it is there: without windows, a page takes a third of the processor time. */
const USUAL = '/usr/bin/chromium';
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

/** The path of the browser: `CHROMIUM`, or where tools/install-chromium.sh installs it. It may not exist. */
export const CHROMIUM = process.env.CHROMIUM ?? (existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : USUAL);
