import type { PlannedFault } from '../plan/faults.ts';
import type { Plan } from '../plan/plan.ts';
import type { Action, Campaign, Order, Traffic } from '../plan/traffic.ts';
import { minimise } from './minimise.ts';

/** Runs a plan, and says whether it still fails. */
export type PlanFails = (plan: Plan) => Promise<boolean>;

const RUN_MS_LEAST = 2_000;

/**
 * Makes a failing plan smaller while it still fails: fewer faults, fewer actions, fewer rows in campaigns, and a shorter run.
 * @param runsMax after so many runs, the smallest plan so far is returned
 */
export async function shrinkPlan(plan: Plan, fails: PlanFails, runsMax: number): Promise<Plan> {
  let smallest = plan;
  let runs = 0;
  const keeps = async (candidate: Plan): Promise<boolean> => {
    if (runs >= runsMax) return false;
    runs += 1;
    if (!(await fails(candidate))) return false;
    smallest = candidate;
    return true;
  };

  await minimise(plan.faults, (faults) => keeps({ ...smallest, faults }));
  await minimise(smallest.traffic.actions, (actions) => keeps(withActions(smallest, actions)));
  smallest = { ...smallest, traffic: withoutUnused(smallest.traffic) };
  for (const nth of smallest.traffic.campaigns.keys()) {
    await minimise(smallest.traffic.campaigns[nth]?.rows ?? [], (rows) =>
      keeps(withRows(smallest, nth, rows)),
    );
  }
  await shorten(smallest, keeps);
  return smallest;
}

/** The run ends after what happens last. Then everything happens twice as fast, as long as it fails. */
async function shorten(plan: Plan, keeps: PlanFails): Promise<void> {
  const last = Math.max(
    RUN_MS_LEAST,
    ...plan.faults.map(({ toMs }) => toMs),
    ...plan.traffic.actions.map(({ atMs }) => atMs),
  );
  let shorter = { ...plan, runMs: Math.min(plan.runMs, last) };
  if (shorter.runMs < plan.runMs && !(await keeps(shorter))) return;
  while (shorter.runMs / 2 >= RUN_MS_LEAST) {
    shorter = twiceAsFast(shorter);
    if (!(await keeps(shorter))) return;
  }
}

function twiceAsFast({ runMs, faults, traffic }: Plan): Plan {
  const half = (ms: number) => Math.round(ms / 2);
  return {
    runMs: half(runMs),
    faults: faults.map((one): PlannedFault => ({ ...one, fromMs: half(one.fromMs), toMs: half(one.toMs) })),
    traffic: {
      ...traffic,
      actions: traffic.actions.map((action): Action => ({ ...action, atMs: half(action.atMs) })),
    },
  };
}

function withActions(plan: Plan, actions: readonly Action[]): Plan {
  return { ...plan, traffic: { ...plan.traffic, actions } };
}

function withRows(plan: Plan, nth: number, rows: readonly Order[]): Plan {
  const campaigns = plan.traffic.campaigns.map((one, at) => (at === nth ? { ...one, rows } : one));
  return { ...plan, traffic: { ...plan.traffic, campaigns } };
}

/** Without orders, campaigns and accounts in which no action has a part. */
export function withoutUnused({ orders, campaigns, actions, funding }: Traffic): Traffic {
  const usedOrders = usedIn(
    orders,
    actions.flatMap((one) => ('order' in one ? [one.order] : [])),
  );
  const usedCampaigns = usedIn(
    campaigns,
    actions.flatMap((one) => ('campaign' in one ? [one.campaign] : [])),
  );
  const accounts = usedIn(funding, [
    ...usedOrders.values.map(({ account }) => account),
    ...usedCampaigns.values.map(({ account }) => account),
    ...actions.flatMap((one) => ('account' in one ? [one.account] : [])),
  ]);
  const inAccount = <T extends { readonly account: number }>(one: T): T => ({
    ...one,
    account: accounts.placeOf(one.account),
  });
  const inCampaign = (one: Campaign) => ({ ...inAccount(one), rows: one.rows.map(inAccount) });
  return {
    orders: usedOrders.values.map(inAccount),
    campaigns: usedCampaigns.values.map(inCampaign),
    actions: actions.map((one): Action => {
      if ('order' in one) return { ...one, order: usedOrders.placeOf(one.order) };
      if ('campaign' in one) return { ...one, campaign: usedCampaigns.placeOf(one.campaign) };
      return 'account' in one ? inAccount(one) : one;
    }),
    funding: accounts.values,
  };
}

interface Used<T> {
  readonly values: readonly T[];
  /** Where a value is now. */
  readonly placeOf: (before: number) => number;
}

/** The values at these places, each once. */
function usedIn<T>(all: readonly T[], places: readonly number[]): Used<T> {
  const used = [...new Set(places)].toSorted((a, b) => a - b);
  return {
    values: used.flatMap((place) => all.slice(place, place + 1)),
    placeOf: (before) => used.indexOf(before),
  };
}
