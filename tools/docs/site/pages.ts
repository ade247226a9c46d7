/** A Markdown file of the repository that is a page of the guides. */
export interface GuidePage {
  /** From the root of the repository. */
  readonly path: string;
  /** As the sidebar and the index show it. */
  readonly title: string;
  /** What a reader finds on it, in a phrase. */
  readonly about: string;
  /** Pages that this one is the index of. They are listed there and in the sidebar. */
  readonly parts?: readonly GuidePage[];
}

/** Pages for one kind of reader, in the order in which they are read. */
export interface Section {
  readonly title: string;
  readonly reader: string;
  readonly pages: readonly GuidePage[];
}

const page = (path: string, title: string, about: string): GuidePage => ({ path, title, about });

/** Records of decisions, one page per subject. */
const DECISIONS: readonly GuidePage[] = [
  page(
    'docs/decisions/accounts-and-keys.md',
    'Accounts and keys',
    'ids, API keys, addresses, request rates, alerts',
  ),
  page(
    'docs/decisions/staff.md',
    'Staff',
    'people who operate Bundlewire, and how the command line signs in',
  ),
  page('docs/decisions/purchases.md', 'Purchases', 'accepting, settling, deadlines, late confirmations'),
  page('docs/decisions/gateways.md', 'Gateways', 'sends, callbacks, credentials, alerts, simulators'),
  page(
    'docs/decisions/networks-and-numbers.md',
    'Networks and numbers',
    'health, status, catalogue, porting',
  ),
  page(
    'docs/decisions/admission.md',
    'Admission',
    'how purchases leave PostgreSQL for Temporal, and in which order',
  ),
  page(
    'docs/decisions/workflows.md',
    'Workflows',
    'what runs in Temporal, and how its code is built and changed',
  ),
  page('docs/decisions/webhooks.md', 'Webhooks', 'attempts, slots, receivers, secrets, events'),
  page('docs/decisions/campaigns.md', 'Campaigns', 'uploading, releasing, pausing and downloading batches'),
  page('docs/decisions/statements.md', 'Statements', 'closing days, sealing them, files for reconciliation'),
  page(
    'docs/decisions/api-and-limits.md',
    'API and limits',
    'where the contract is silent, and what one client may cost',
  ),
  page('docs/decisions/database.md', 'Database', 'locks, plans, pools, roles, migrations'),
  page(
    'docs/decisions/operations.md',
    'Operations',
    'command line, processes, logs, traces, what is left out',
  ),
  page(
    'docs/decisions/code-and-tools.md',
    'Code and tools',
    'structure, tests, guides, development servers, measurements',
  ),
];

/** Every page of the guides. The index, the sidebar and the site are generated from this table. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Use it',
    reader: 'You buy bundles, by API or from a spreadsheet.',
    pages: [
      page('README.md', 'Overview', 'what it is, and the first bundle in a minute'),
      page('docs/quick-start.md', 'Quick start', 'buy, read, follow events and reconcile with curl'),
      page('docs/buying.md', 'Buying', 'the life of a purchase, and what to do at each step'),
      page('docs/campaigns.md', 'Campaigns', 'buy thousands of bundles from one CSV file'),
      page('docs/guides/campaign-rows.md', 'Rows of a campaign', 'find, correct and retry rows over the API'),
      page(
        'docs/guides/scheduling.md',
        'Scheduling',
        'campaigns that start later, at certain hours, or again and again',
      ),
      page('docs/guides/approvals.md', 'Approvals', 'campaigns that another person or key approves first'),
      page('docs/webhooks.md', 'Webhooks', 'receive and verify events'),
      page(
        'docs/guides/self-service.md',
        'Self-service',
        'set webhook endpoints, addresses and alerts yourself',
      ),
      page('docs/statements.md', 'Statements', 'reconcile a day to the last kobo'),
      page('docs/guides/going-live.md', 'Going live', 'what to check before the first live purchase'),
      page(
        'docs/guides/webhook-receiver.md',
        'Webhook receiver',
        'a whole receiver that stores each event first',
      ),
      page('docs/guides/reconcile.md', 'Reconcile a day', 'a program for each client, and a way without one'),
      page(
        'docs/guides/after-network-timeout.md',
        'After network_timeout',
        'late bundles, money, and what to say to a customer',
      ),
      page('docs/guides/questions.md', 'Questions', 'what integrators ask, with short answers'),
      page('docs/guides/people.md', 'People and roles', 'sign in with a browser, and what each role may do'),
      page('docs/sandbox.md', 'Sandbox', 'test numbers and their outcomes'),
      page('docs/errors.md', 'Errors', 'every error of the API and what to do'),
      page(
        'docs/guides/generate-a-client.md',
        'Generate a client',
        'OpenAPI generators: which work, and what to set',
      ),
      page('docs/api-changes.md', 'API changes', 'what changed, and what may be added without notice'),
      page('docs/failure-codes.md', 'Failure codes', 'why a purchase failed'),
      page('docs/limits.md', 'Limits', 'rates, sizes, page sizes and time limits'),
      page('clients/README.md', 'Client packages', 'what the clients of every language have in common'),
      page('clients/command.md', 'Command for clients', 'buying, campaigns and webhooks from a terminal'),
      page('clients/mcp.md', 'Tools for AI agents', 'the API over the Model Context Protocol'),
      page('clients/typescript/README.md', 'TypeScript client', 'the package, with a quick start'),
      page('clients/python/README.md', 'Python client', 'for programs with and without asyncio'),
      page('clients/php/README.md', 'PHP client', 'a composer package over PSR-18'),
      page('clients/go/README.md', 'Go client', 'a module without dependencies'),
    ],
  },
  {
    title: 'Run it',
    reader: 'You operate Bundlewire.',
    pages: [
      page('docs/production.md', 'Production', 'sizing, settings, backup and upgrades'),
      page(
        'docs/operating/kubernetes.md',
        'Kubernetes',
        'the Helm chart: values, Secrets, connections, new versions',
      ),
      page(
        'docs/operating/worker-builds.md',
        'Worker builds',
        'new workflow code: roll out, watch, roll back',
      ),
      page('docs/operating/months.md', 'Old months', 'partitions, and how months are exported and removed'),
      page(
        'docs/operating/backups.md',
        'Backups and recovery',
        'archive, restore, standby, and what is lost',
      ),
      page('docs/configuration.md', 'Configuration', 'every setting, with its default'),
      page('docs/operators.md', 'Runbooks', 'alerts, causes and commands'),
      page('docs/operating/objectives.md', 'Objectives', 'promises with a time, their budgets and alerts'),
      page('docs/guides/staff.md', 'Staff', 'roles of operators, and how the command line signs in'),
      page('docs/privacy.md', 'Privacy', 'personal data: where it is, who sees it, how it is erased'),
      page(
        'docs/guides/asvs.md',
        'Security requirements',
        'OWASP ASVS level 2: what is met, what is not, and the tests',
      ),
      page('docs/scaling.md', 'Scaling', 'what grows with what'),
      page('docs/gateways.md', 'Gateways', 'how the codes of each gateway are read'),
      page('docs/routing.md', 'Routes', 'several gateways for one network'),
      page(
        'docs/operating/supply-chain.md',
        'Supply chain',
        'what an image contains, and where it comes from',
      ),
      page('docs/operating/costs.md', 'Costs', 'what gateways take, margins, and price lists'),
      page('SECURITY.md', 'Security', 'how to report a vulnerability'),
      page('CHANGELOG.md', 'Changes', 'what each version changed'),
    ],
  },
  {
    title: 'Work on it',
    reader: 'You change the code.',
    pages: [
      page('ARCHITECTURE.md', 'Architecture', 'the parts and the life of a purchase'),
      page('CONTRIBUTING.md', 'Contributing', 'set up, test and submit changes'),
      page('docs/house.md', 'House', 'rooms, floors and the rules for imports'),
      page('clients/releasing.md', 'Releasing', 'how the service and the client packages are released'),
      page(
        'clients/conformance.md',
        'Conformance of clients',
        'the protocol between the suite and a client package',
      ),
      page('docs/glossary.md', 'Glossary', 'one line for each of our terms'),
      page('docs/writing.md', 'Writing', 'how texts are worded'),
      page('docs/operating/adding-a-network.md', 'Adding a network', 'a network, or a gateway protocol'),
      {
        ...page('docs/decisions/README.md', 'Decisions', 'what was decided, and why'),
        parts: DECISIONS,
      },
      page('docs/guarantees.md', 'Guarantees', 'promises, and the tests that show them'),
      page(
        'docs/proof/README.md',
        'Proof',
        'the model of a purchase that TLC checks, and its variants with a mistake',
      ),
      page('docs/conformance.md', 'Conformance', 'the contract, rule by rule, with its tests'),
      page('docs/performance.md', 'Performance', 'the ten figures that matter most'),
      page('docs/operating/measurements.md', 'Measurements', 'all figures, and how to repeat them'),
      page('console/README.md', 'Console', 'the web application: how to add a screen, a text or a language'),
      page(
        'docs/guides/console.md',
        'Screens',
        'the console page by page: what each screen is for, sizes and colours',
      ),
      page('db/README.md', 'Database', 'tables, locks and migrations'),
      page('adapters/dtone/README.md', 'DT One', 'facts and doubts of this gateway'),
      page('adapters/reloadly/README.md', 'Reloadly', 'facts and doubts of this gateway'),
      page('adapters/ding/README.md', 'Ding', 'facts and doubts of this gateway'),
      page('adapters/vtpass/README.md', 'VTpass', 'facts and doubts of this gateway'),
      page('adapters/pretups/README.md', 'PreTUPS', 'facts and doubts of this gateway'),
      page('adapters/simulation/README.md', 'Simulators', 'what the simulators of gateways share'),
      page('tools/conformance/README.md', 'Conformance rules', 'how rules and tests are linked'),
    ],
  },
];

/** Every page of the guides, parts included. */
export const PAGES: readonly GuidePage[] = SECTIONS.flatMap(({ pages }) =>
  pages.flatMap((each) => [each, ...(each.parts ?? [])]),
);

/** The index of all pages. */
export const INDEX = 'docs/README.md';

/** The address of a page under `/docs/guides/`, without its ending: `docs/webhooks.md` is `webhooks`. */
export function slugOf(path: string): string {
  if (path === INDEX) return 'index';
  if (path === 'README.md') return 'overview';
  return path
    .replace(/^docs\//, '')
    .replace(/(\/README)?\.md$/, '')
    .replaceAll('/', '-')
    .toLowerCase();
}
