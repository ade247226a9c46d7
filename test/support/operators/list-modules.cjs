// Preloaded into a process: when it ends, it writes which modules of packages it has loaded.
process.on('exit', () => {
  const { writeSync } = require('node:fs');
  for (const path of Object.keys(require.cache)) writeSync(1, `module ${path}\n`);
});
