import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './commands/accounts/account.ts';
import { addAllowlistCommands } from './commands/accounts/allowlist.ts';
import { addKeyCommands } from './commands/accounts/key.ts';
import { addRuleCommands } from './commands/accounts/rules.ts';
import { addApprovalCommands } from './commands/approvals/approval.ts';
import { addBatchControl } from './commands/batches/control.ts';
import { addRecurringCommands } from './commands/batches/recurring.ts';
import { addBundleCommands } from './commands/networks/bundle.ts';
import { addGatewayCommands } from './commands/networks/gateway.ts';
import { addMarginCommands } from './commands/networks/margin.ts';
import { addNetworkCommands } from './commands/networks/network.ts';
import { addPortingCommands } from './commands/networks/porting.ts';
import { addNumberCommands } from './commands/numbers/number.ts';
import { addOrganisationCommands } from './commands/people/organisation.ts';
import { addPersonCommands } from './commands/people/person.ts';
import { addSingleSignOnCommands } from './commands/people/single-sign-on.ts';
import { addStaffCommands } from './commands/people/staff.ts';
import { addContradictionCommands } from './commands/purchases/contradiction.ts';
import { addLateCommands } from './commands/purchases/late.ts';
import { addPurchaseCommands } from './commands/purchases/purchase.ts';
import { addStatementCommands } from './commands/statements/statement.ts';
import { addAuditCommands } from './commands/system/audit.ts';
import { addCompletionCommands } from './commands/system/completion.ts';
import { addHealthCommand } from './commands/system/health.ts';
import { addQueueCommands } from './commands/system/queue.ts';
import { addSecretsCommands } from './commands/system/secrets.ts';
import { addSignInCommands } from './commands/system/sign-in.ts';
import { addVerifyCommand } from './commands/system/verify.ts';
import { addWebhookCommands } from './commands/webhooks/webhook.ts';
import { escapingTerminal } from './control-characters.ts';
import { EXIT, type ExitCode } from './failure.ts';
import { createFrame } from './frame.ts';
import type { Terminal } from './terminal.ts';

const HELP = `
Target:
  DATABASE_URL (or DATABASE_URL_FILE), TEMPORAL_ADDRESS and TEMPORAL_UI_URL name the installation.
  If DATABASE_URL is not set, commands use the stack that npm start runs in this folder. If it is empty, they are rejected.

Records:
  Sign in with bundlewire sign-in. Every change is recorded under your name with its --reason, in the same transaction.
  Without a sign-in, it is direct access to the database, and is recorded as that under --operator (else BUNDLEWIRE_OPERATOR,
  else your user name, which you have to give in a container). Commands that cannot be undone ask first, unless you add --yes.

Exit codes:
  0  done
  1  failed, or found something wrong
  2  wrong usage or settings, or a service that cannot be reached

Examples:
  bundlewire account create "Acme Ltd" --currency NGN --reason "contract 2026-114"
  bundlewire account fund acc_01m7xax2ksf55ayygyecqe3t29 750,000.00 --reason "bank transfer 8841" --yes
  bundlewire purchase trace order-1001
  bundlewire key issue acc_01m7xax2ksf55ayygyecqe3t29 --reason "first key"
  source <(bundlewire completion bash)

bundlewire-client is the command for clients: it buys, runs campaigns and reads statements through the API.
`;

/** The command line tool on a terminal. `exitWith` receives the exit code of the command that ran. */
export function createProgram(given: Terminal, exitWith: (code: ExitCode) => void): Command {
  const terminal = escapingTerminal(given);
  const program = new Command('bundlewire')
    .description('Operates Bundlewire: accounts, money, networks, webhooks, and the state of every purchase.')
    .addHelpText('after', HELP)
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(add --help for usage)')
    .exitOverride();
  const frame = createFrame(terminal, exitWith);

  addAccountCommands(program, frame);
  addKeyCommands(program, frame);
  addSingleSignOnCommands(addOrganisationCommands(program, frame), frame);
  addPersonCommands(program, frame);
  addStaffCommands(program, frame);
  addAllowlistCommands(program, frame);
  addRuleCommands(program, frame);
  addApprovalCommands(program, frame);
  addGatewayCommands(program, frame);
  addWebhookCommands(program, frame);
  addNetworkCommands(program, frame);
  addMarginCommands(program, frame);
  addBundleCommands(program, frame);
  addPortingCommands(program, frame);
  addPurchaseCommands(program, frame);
  addLateCommands(program, frame);
  addContradictionCommands(program, frame);
  addBatchControl(program, frame);
  addRecurringCommands(program, frame);
  addStatementCommands(program, frame);
  addNumberCommands(program, frame);
  addAuditCommands(program, frame);
  addVerifyCommand(program, frame);
  addHealthCommand(program, frame);
  addQueueCommands(program, frame);
  addSecretsCommands(program, frame);
  addSignInCommands(program, frame);
  addCompletionCommands(program, frame);
  return program;
}

/** Runs the tool with the arguments after its name. Returns the exit code. */
export async function runProgram(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.cannot;
  }
}
