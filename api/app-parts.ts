import type { Pool } from 'pg';
import { type GatewaysConfig, readRoutes } from '../adapters/registry.ts';
import type { SecretsKeys } from '../domain/crypto/sealed-secret.ts';
import { createTurns, type Turns } from '../services/batches/turns.ts';
import type { Catalogue } from '../services/catalogue/catalogue.ts';
import type { LiveAnswers } from '../services/numbers/live-answers.ts';
import { createNumberLookups, type NumberLookups } from '../services/numbers/number-lookup.ts';
import { createPeople, type People } from '../services/people/people.ts';
import { createProviders } from '../services/people/sso/provider.ts';
import { createSingleSignOn, type SingleSignOn } from '../services/people/sso/sign-in.ts';
import type { AcceptLane } from '../services/purchases/accept-lane.ts';
import type { CallbackHandler } from '../services/purchases/handle-callback.ts';
import type { Inquirer } from '../services/purchases/inquire.ts';
import type { AdapterFor, AlertSink, Ledger } from '../services/purchases/ports.ts';
import { createPurchaseServices } from '../services/purchases/services.ts';
import type { RequestLog } from '../services/requests/request-log.ts';
import type { ReceiverRules } from '../services/webhooks/receiver-address.ts';
import { createDuePurchases, type DuePurchases } from './plugins/due-purchases.ts';
import { createListAnswers, type ListAnswers } from './plugins/places/list-answers.ts';
import { createPageShares, type PageShares } from './plugins/places/page-shares.ts';
import { createPlaces, type Places, UPLOADED } from './plugins/places/places.ts';
import { type ApiPools, PAGES_AT_ONCE } from './pools.ts';
import { type Cursors, createCursors } from './routes/cursor.ts';

/** How endpoints of clients are checked, and how their secrets are stored. */
export interface WebhookSetting {
  readonly rules: ReceiverRules;
  /** Null if the process has no key: then no secret can be issued. */
  readonly secretsKeys: SecretsKeys | null;
}

/** How people sign in. */
export interface AuthSetting {
  /** Signs the cookies: at least 32 characters. */
  readonly secret: string;
  /** Where browsers reach the API; null if it is not configured. */
  readonly publicUrl: string | null;
}

/** What the process passes to its app. */
export interface AppSetting {
  readonly pools: Omit<ApiPools, 'lanes' | 'probes' | 'requests'>;
  readonly acceptLane: AcceptLane;
  readonly ledger: Ledger;
  readonly catalogue: Catalogue;
  readonly adapterFor: AdapterFor;
  readonly gateways: GatewaysConfig;
  readonly alerts: AlertSink;
  /** Called after a commit with the queues that have new rows, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  /** What endpoints of clients need. */
  readonly webhooks: WebhookSetting;
  /** Answers of a live porting provider; null if only the tables decide. */
  readonly live: LiveAnswers | null;
  /** Null if the process has no secret: then only keys are accepted. */
  readonly auth: AuthSetting | null;
  /** Null or left out if requests are not recorded. */
  readonly requestLog?: RequestLog | null;
  /** Where the Temporal UI shows workflows: followed by `/` and an id. Null or left out if it is not configured. */
  readonly workflowsUrl?: string | null;
  /** Whether live accounts buy from simulators too, as in the demo. People see it on each screen. */
  readonly simulatedNetworks: boolean;
  /** Longest time that a reader waits until due purchases are settled, in milliseconds; 5,000 by default. */
  readonly settleWaitMs?: number;
}

/** Everything that routes use; each takes what it needs. */
export interface AppParts extends Omit<AppSetting, 'alerts' | 'live' | 'auth' | 'workflowsUrl'> {
  readonly workflowsUrl: string | null;
  /** Null if no one can sign in. */
  readonly people: People | null;
  /** Null if no one can sign in, or the process has no key for secrets. */
  readonly sso: SingleSignOn | null;
  readonly lookups: NumberLookups;
  readonly callbacks: CallbackHandler;
  /** Asks gateways when the staff wants it. */
  readonly inquirer: Inquirer;
  readonly due: DuePurchases;
  readonly lists: ListAnswers;
  /** Shared by all downloads. */
  readonly downloads: Places;
  /** Shared by the pages of all downloads. */
  readonly fileShares: PageShares;
  /** Shared by all uploads, and by what else checks the rows of a file. */
  readonly uploads: Places;
  /** Shared by all files, uploaded or downloaded. */
  readonly turns: Turns;
  readonly cursors: Cursors;
}

export function createAppParts({ alerts, live, auth, workflowsUrl = null, ...given }: AppSetting): AppParts {
  const { pools, catalogue, adapterFor, ledger } = given;
  const { callbacks, expirer, inquirer } = createPurchaseServices({
    pool: pools.callbacks,
    ledger,
    adapterFor,
    alerts,
    routes: readRoutes(given.gateways),
  });
  return {
    ...given,
    workflowsUrl,
    lookups: createNumberLookups(pools.purchases, catalogue, live),
    callbacks,
    inquirer,
    due: createDuePurchases(expirer, given.settleWaitMs),
    lists: createListAnswers(createPageShares(PAGES_AT_ONCE.lists)),
    downloads: createPlaces(),
    fileShares: createPageShares(PAGES_AT_ONCE.files),
    uploads: createPlaces(UPLOADED),
    turns: createTurns(),
    cursors: createCursors(),
    people: auth === null ? null : createPeople({ ...auth, pool: pools.reads }),
    sso: auth === null ? null : connectProviders(pools.reads, given.webhooks),
  };
}

function connectProviders(pool: Pool, { rules, secretsKeys }: WebhookSetting): SingleSignOn | null {
  return secretsKeys === null ? null : createSingleSignOn(pool, createProviders(rules, secretsKeys));
}
