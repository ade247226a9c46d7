import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { urlAs } from '../../tools/stack/servers/roles.ts';
import {
  type BatchFixture,
  createBatchFixture,
  goodFile,
  MTN_BUNDLE,
  uploaded,
} from '../support/batches/fixture.ts';
import { recurring } from '../support/batches/recurring.ts';
import { run } from '../support/cli/terminal.ts';

const WHY = 'ticket 4711';
/** Where no one listens, so that an attempt fails immediately. */
const NOBODY = 'http://127.0.0.1:1/hooks';
const NETWORK = {
  id: 'net_new',
  name: 'New',
  country: 'NG',
  prefixes: ['+234700'],
  rate_per_second: 10,
  in_flight_max: 10,
  bundles: [{ id: 'bnd_new', name: '1 GB', data_mb: 1024, validity_hours: 720, product_code: '1' }],
};

/** Commands that need a gateway, Temporal or special rows: the file with the test of their record, and its action. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, action: string]>> = {
  'approval approve': ['cli/commands/approvals/approval', 'approval_approve'],
  'approval reject': ['cli/commands/approvals/approval', 'approval_reject'],
  'approval withdraw': ['cli/commands/approvals/approval', 'approval_withdraw'],
  'gateway reconcile': ['cli/commands/networks/gateway', 'gateway_reconcile'],
  'gateway reconcile-all': ['cli/commands/networks/reconcile-all', 'gateway_reconcile'],
  'webhook recover': ['cli/commands/webhooks/events', 'webhook_recover'],
  'webhook resend': ['cli/commands/webhooks/events', 'webhook_resend'],
  'porting import': ['cli/commands/networks/porting', 'porting_import'],
  'purchase requery': ['worker/relay/operators', 'purchase_requery'],
  'purchase resolve': ['cli/commands/purchases/purchases', 'purchase_resolve'],
  'purchase confirm-late': ['cli/commands/purchases/confirm-late', 'late_confirm'],
  'late settle': ['cli/commands/purchases/late', 'late_resolve'],
  'late write-off': ['cli/commands/purchases/late', 'late_resolve'],
  'contradiction close': ['cli/commands/purchases/purchases', 'contradiction_close'],
  'person reset-factor': ['cli/commands/people/people', 'person_reset_factor'],
  'statement close': ['cli/commands/statements/statement', 'statement_close'],
};

let fixture: BatchFixture;
let folder: string;
/** Results of earlier commands, by the placeholder that later ones use. */
const made = new Map<string, string>();

beforeAll(async () => {
  fixture = await createBatchFixture(1_000_000);
  folder = mkdtempSync(join(tmpdir(), 'records-'));
  const head = 'bundle_id,network_id,name,data_mb,validity_hours,product_code\n';
  made.set('NETWORK', file('network.json', JSON.stringify(NETWORK)));
  made.set('BUNDLES', file('bundles.csv', `${head}bnd_more,net_mtn,"1 GB, 30 days",1024,720,A1\n`));
  const routeHead = 'network_id,route,bundle_id,product_code,cost,currency\n';
  made.set('ROUTES', file('routes.csv', `${routeHead}net_mtn,reloadly,bnd_more,341:500:local,1.25,USD\n`));
  const priceHead = 'network_id,route,bundle_id,cost,currency\n';
  made.set('PRICES', file('prices.csv', `${priceHead}net_mtn,reloadly,bnd_more,1.20,USD\n`));
  made.set('SECRET', file('secret.txt', 'secret of the provider\n'));
  made.set('NUMBERS', file('numbers.txt', '+2348030000001\n\n+2348030000002\n'));
  const batch = await uploaded(fixture, goodFile(3), { reference: 'kept', start: 'manual' });
  made.set('BATCH', batch.id);
  made.set('RECURRING', await recurring(fixture, 'weekly', batch.id));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await fixture.close();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const secretsKey = randomBytes(32).toString('base64');
async function cli(words: readonly string[]) {
  const environment = {
    DATABASE_URL: urlAs('operator', fixture.url),
    BUNDLEWIRE_OPERATOR: 'ada',
    SECRETS_KEY: secretsKey,
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
  };
  const args = words.map((word) => made.get(word) ?? word);
  const { out, err } = await run([...args, '--reason', WHY, '--json'], { environment });
  if (out === '') throw new Error(`${args.join(' ')}: ${err}`);
  return JSON.parse(out);
}

async function actions(): Promise<{ operator: string; action: string; reason: string }[]> {
  const { rows } = await fixture.pool.query(
    'SELECT principal_id AS operator, action, reason FROM audit_log ORDER BY at, id',
  );
  return rows;
}

/** The command, its arguments, its recorded action, and the placeholder for its result. */
const STEPS: readonly [string, string[], string, [string, string]?][] = [
  ['account create', ['Acme Ltd'], 'account_create', ['ACCOUNT', 'id']],
  ['account rate', ['ACCOUNT', '50'], 'account_rate'],
  ['account price-lock', ['ACCOUNT', '48'], 'account_price_lock'],
  ['account fund', ['ACCOUNT', '1,500.00', '--yes'], 'funding'],
  ['account adjust', ['ACCOUNT', '-500.00', '--yes'], 'adjustment'],
  ['account prices', ['ACCOUNT', '--set', `${MTN_BUNDLE}=10.00`], 'account_prices'],
  ['account alert', ['ACCOUNT', '--below', '5.00', '--email', 'a@client.example'], 'low_balance_set'],
  [
    'account top-up',
    [
      'ACCOUNT',
      '--bank',
      'First Bank',
      '--holder',
      'Us',
      '--number',
      '2034567890',
      '--payment-reference',
      'A',
    ],
    'account_top_up',
  ],
  ['key issue', ['ACCOUNT'], 'key_issue', ['KEY', 'id']],
  ['key change', ['KEY', '--name', 'Orders'], 'key_change'],
  ['key rotate', ['KEY'], 'key_rotate'],
  ['key revoke', ['KEY', '--yes'], 'key_revoke'],
  ['organisation create', ['Acme Ltd'], 'organisation_create', ['ORGANISATION', 'id']],
  ['organisation account', ['ORGANISATION', 'ACCOUNT', '--yes'], 'organisation_account'],
  [
    'person invite',
    ['amina@acme.example', '--organisation', 'ORGANISATION', '--role', 'preparer'],
    'person_invite',
  ],
  [
    'organisation sso set',
    [
      'ORGANISATION',
      '--issuer',
      'https://login.acme.example',
      '--client-id',
      'bundlewire',
      '--client-secret-file',
      'SECRET',
      '--domain',
      'acme.example',
      '--yes',
    ],
    'organisation_sso_set',
  ],
  ['organisation sso remove', ['ORGANISATION', '--yes'], 'organisation_sso_remove'],
  ['person end-sessions', ['amina@acme.example', '--yes'], 'person_end_sessions'],
  ['person suspend', ['amina@acme.example', '--organisation', 'ORGANISATION', '--yes'], 'person_change'],
  ['person restore', ['amina@acme.example', '--organisation', 'ORGANISATION'], 'person_change'],
  ['person remove', ['amina@acme.example', '--organisation', 'ORGANISATION', '--yes'], 'person_remove'],
  ['staff invite', ['bisi@bundlewire.example', '--role', 'support'], 'staff_invite'],
  ['staff remove', ['bisi@bundlewire.example', '--yes'], 'staff_remove'],
  ['allowlist set', ['ACCOUNT', '192.0.2.0/24', '--yes'], 'allowlist_set'],
  ['allowlist clear', ['ACCOUNT', '--yes'], 'allowlist_set'],
  ['rules bundles', ['ACCOUNT', MTN_BUNDLE], 'allowed_bundles_set'],
  ['rules limits', ['ACCOUNT', '--day', '500.00'], 'spending_limits_set'],
  ['rules approvals', ['ACCOUNT', '--one-from', '500.00'], 'approval_rule_set'],
  ['rules notices', ['ACCOUNT', '--completed', 'ops@acme.example'], 'notices_set'],
  ['rules block', ['ACCOUNT', 'NUMBERS'], 'blocklist_block'],
  ['rules unblock', ['ACCOUNT', 'NUMBERS'], 'blocklist_unblock'],
  ['number export', ['ACCOUNT', '+2348030000001'], 'number_export'],
  ['number erase', ['ACCOUNT', '+2348030000001', '--yes'], 'number_erase'],
  ['webhook set', [NOBODY, '--account', 'ACCOUNT'], 'webhook_set'],
  ['webhook rotate', ['ACCOUNT', '--yes'], 'webhook_rotate'],
  ['webhook test', ['ACCOUNT'], 'webhook_test'],
  ['secrets reseal', [], 'secrets_reseal'],
  ['webhook remove', ['ACCOUNT', '--yes'], 'webhook_remove'],
  ['network override', ['net_mtn', 'degraded', '--message', 'Works', '--yes'], 'network_override'],
  ['network clear', ['net_mtn'], 'network_override_clear'],
  ['network configure', ['NETWORK'], 'network_configure'],
  ['network pace', ['net_mtn', '--rate', '20'], 'network_pace'],
  ['network route', ['net_mtn', 'reloadly', '--trial', '5'], 'network_route'],
  ['bundle import', ['BUNDLES'], 'bundle_import'],
  ['bundle routes', ['ROUTES'], 'bundle_routes'],
  ['bundle prices', ['PRICES'], 'route_prices'],
  ['margin rate', ['USD', 'NGN', '1532.50'], 'exchange_rate'],
  ['bundle withdraw', ['bnd_more', '--yes'], 'bundle_withdraw'],
  ['recurring control', ['pause', 'RECURRING', '--yes'], 'recurring_batch_pause'],
  ['batch control', ['cancel', 'BATCH', '--yes'], 'batch_cancel'],
  [
    'approval rule',
    ['account_fund', '--currency', 'NGN', '--one-from', '1,000,000.00'],
    'staff_approval_rule_set',
  ],
];

describe('every command that changes something records operator, action and reason', () => {
  it.each(STEPS)('%s', async (command, args, action, makes) => {
    const before = await actions();
    const printed = await cli([...command.split(' '), ...args]);
    if (makes !== undefined) made.set(makes[0], printed[makes[1]]);
    expect((await actions()).slice(before.length)).toEqual([{ operator: 'ada', action, reason: WHY }]);
  });

  it.each(Object.entries(ELSEWHERE))('%s, in another test', (command, [file, action]) => {
    const code = readFileSync(join(import.meta.dirname, '..', `${file}.test.ts`), 'utf8');
    const verb = command.split(' ').at(-1) ?? '';
    const tests = code.split(/^ *it(?:\.each\(.*?\))?\(/ms).slice(1);
    const runs = (test: string) => test.includes(`'${verb}'`) || test.includes(`UPDATES.${verb}`);
    expect(runs(code)).toBe(true);
    // A file may run its one command in a helper, so that no test has the verb.
    const running = tests.some(runs) ? tests.filter(runs) : tests;
    expect(running.filter((test) => test.includes(`'${action}'`))).not.toEqual([]);
  });

  it('no such command is missing here', () => {
    const terminal = {
      environment: {},
      userName: () => null,
      out() {},
      err() {},
      isInteractive: false,
      ask: async () => '',
    };
    const changing = leaves(createProgram(terminal, () => undefined)).filter(([, { options }]) =>
      options.some(({ long }) => long === '--reason'),
    );
    const shown = [...STEPS.map(([command]) => command), ...Object.keys(ELSEWHERE)];
    expect(changing.map(([path]) => path).toSorted()).toEqual(shown.toSorted());
  });
});

function leaves(command: Command, path = ''): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]];
  return command.commands.flatMap((child) => leaves(child, `${path} ${child.name()}`.trim()));
}
