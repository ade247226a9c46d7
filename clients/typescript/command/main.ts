import { watchEnds } from './ends.ts';
import { runProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

const exitCode = await runProgram(processTerminal(watchEnds()), process.argv.slice(2));
// A request that was left open must not keep the process.
process.stdout.write('', () => process.exit(exitCode));
