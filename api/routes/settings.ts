import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { NoQuery } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { FIELD_RULES } from '../../contract/field-rules.ts';
import {
  IpAllowlist,
  LowBalanceAlert,
  ReplaceIpAllowlist,
  ReplaceLowBalanceAlert,
} from '../../contract/settings.ts';
import type { Caller } from '../../db/accounts/accounts.ts';
import { readAllowedRanges, replaceAllowedRanges } from '../../db/accounts/allowed-ranges.ts';
import {
  type LowBalanceTerms,
  readLowBalanceAlert,
  setLowBalanceAlert,
} from '../../db/accounts/low-balance.ts';
import { type MinorUnits, minorUnits } from '../../domain/money/money.ts';
import { createAllowList, readAddress, readRange } from '../plugins/allow-list.ts';
import { type ApiError, apiError } from '../plugins/api-error.ts';
import type { ApiPools } from '../pools.ts';

/** GET and PUT of /v1/settings/ip-allowlist and /v1/settings/low-balance. */
export function settingsRoutes({
  pools,
}: {
  readonly pools: Pick<ApiPools, 'own' | 'reads'>;
}): FastifyPluginAsyncZod {
  const pool = pools.reads;
  return async (app) => {
    app.get(
      '/settings/ip-allowlist',
      { schema: GET_ALLOWLIST, config: { right: 'settings:read' } },
      async ({ caller, ip }) =>
        renderAllowlist(await readAllowedRanges(pools.own.of(caller.accountId), caller.accountId), ip),
    );

    app.put(
      '/settings/ip-allowlist',
      { schema: PUT_ALLOWLIST, config: { right: 'settings:write' } },
      async ({ caller, actor, ip, body }) => {
        const ranges = body.ranges.map(toRange);
        if (body.allow_lockout !== true && !createAllowList(ranges)(ip)) {
          const address = showAddress(ip);
          throw apiError('address_locked_out', { values: { address }, details: { your_address: address } });
        }
        await replaceAllowedRanges(pool, caller.accountId, ranges, actor);
        return renderAllowlist(await readAllowedRanges(pools.own.of(caller.accountId), caller.accountId), ip);
      },
    );

    app.get(
      '/settings/low-balance',
      { schema: GET_ALERT, config: { right: 'settings:read' } },
      async ({ caller }) =>
        renderAlert(await readLowBalanceAlert(pools.own.of(caller.accountId), caller.accountId), caller),
    );

    app.put(
      '/settings/low-balance',
      { schema: PUT_ALERT, config: { right: 'settings:write' } },
      async ({ caller, actor, body }) => {
        const terms = readTerms(body, caller);
        await setLowBalanceAlert(pool, caller.accountId, terms, actor);
        return renderAlert(terms, caller);
      },
    );
  };
}

function toRange(text: string): string {
  const range = readRange(text);
  if (range === null) throw fieldInvalid('ranges', FIELD_RULES.ranges);
  return range;
}

/** An address in the form in which ranges are compared, so that it can be sent back as a range. */
function showAddress(ip: string): string {
  return (readAddress(ip)?.toString() ?? ip).slice(0, 45);
}

function renderAllowlist(ranges: readonly string[], ip: string): IpAllowlist {
  return { object: 'ip_allowlist', ranges: [...ranges], your_address: showAddress(ip) };
}

/** Null for no alerts. @throws ApiError `invalid_request` when only one field is set, or the currency is another. */
function readTerms(
  { threshold, email }: ReplaceLowBalanceAlert,
  { currency }: Caller,
): LowBalanceTerms | null {
  if (threshold === null && email === null) return null;
  if (threshold === null) throw bothOrNeither('threshold');
  if (email === null) throw bothOrNeither('email');
  if (threshold.currency !== currency) throw fieldInvalid('threshold', FIELD_RULES.threshold);
  return { threshold: minorUnits(threshold.amount), email };
}

function renderAlert(terms: LowBalanceTerms | null, { currency }: Caller): LowBalanceAlert {
  const toMoney = (amount: MinorUnits) => ({ amount, currency });
  return {
    object: 'low_balance_alert',
    threshold: terms === null ? null : toMoney(terms.threshold),
    email: terms?.email ?? null,
  };
}

function bothOrNeither(param: string): ApiError {
  const values = { field: 'threshold and email', rule: FIELD_RULES.threshold_and_email };
  return apiError('field_invalid', { values, param });
}
function fieldInvalid(field: string, rule: string): ApiError {
  return apiError('field_invalid', { values: { field, rule }, param: field });
}

const common = { tags: ['Settings'], querystring: NoQuery };
const refusals = { 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };

const GET_ALLOWLIST = {
  ...common,
  operationId: 'getIpAllowlist',
  summary: 'Get the IP allowlist',
  description:
    'The ranges from which the keys of your account work, and the address from which your request came.',
  response: { 200: IpAllowlist, ...refusals },
};

const PUT_ALLOWLIST = {
  ...common,
  operationId: 'replaceIpAllowlist',
  summary: 'Replace the IP allowlist',
  description: `Replaces the ranges from which the keys of your account work. The new list applies within a second. If it is empty, the keys work from anywhere.

If the list does not contain the address from which your request came, the answer is 422 \`address_locked_out\`. This protects you from locking yourself out by mistake. If your keys are only used from other addresses, send \`allow_lockout\` as \`true\`. If you can no longer send from an allowed address, ask your technical contact to change the list.`,
  body: ReplaceIpAllowlist,
  response: { 200: IpAllowlist, 422: ErrorBody, ...refusals },
};

const GET_ALERT = {
  ...common,
  operationId: 'getLowBalanceAlert',
  summary: 'Get the low-balance alert',
  description: 'The amount below which an e-mail is sent, and where it is sent.',
  response: { 200: LowBalanceAlert, ...refusals },
};

const PUT_ALERT = {
  ...common,
  operationId: 'replaceLowBalanceAlert',
  summary: 'Replace the low-balance alert',
  description:
    'Sets the amount and the e-mail address. To end the alerts, send null in both fields. If the available balance is already below the amount, no alert is sent now: it must first reach the amount, then fall below it.',
  body: ReplaceLowBalanceAlert,
  response: { 200: LowBalanceAlert, ...refusals },
};
