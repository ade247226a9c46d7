import type { GatewayAdapter } from '../../../adapters/adapter.ts';
import { replaceStaffRule } from '../../../db/approvals/staff/rules.ts';
import { openSubmission } from '../../../db/purchases/fence.ts';
import type { StaffRole } from '../../../domain/access/staff.ts';
import type { StaffKind } from '../../../domain/approvals/staff.ts';
import { type PurchaseId, readId, uuidOf } from '../../../domain/ids.ts';
import { startApi } from '../api/fixture.ts';
import { bought, order } from '../api/http.ts';
import { ACTOR, browse } from './fixture.ts';
import { staffAs } from './staff.ts';

const ROLES = [
  ['ada', 'operator'],
  ['ben', 'operator'],
  ['fola', 'finance'],
  ['gbenga', 'finance'],
] as const satisfies readonly (readonly [string, StaffRole])[];

/** Starts an API with four staff members: `ada` and `ben` are operators, `fola` and `gbenga` work in finance. */
export async function startStaffApi(gateway: GatewayAdapter) {
  const api = await startApi({ gateway });
  const people = new Map<string, Awaited<ReturnType<typeof staffAs>>>();
  for (const [name, role] of ROLES) people.set(name, await staffAs(api, role));
  const cookieOf = (name: string) => people.get(name)?.cookie ?? '';

  const as = (name: string, path: string, body: object) =>
    browse(api, `/v1/staff${path}`, { method: 'POST', cookie: cookieOf(name), body });
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
  const done = async (name: string, path: string, body: object): Promise<any> => {
    const answer = await as(name, path, body);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text);
  };
  return {
    api,
    as,
    done,
    read: async (name: string, path: string) =>
      JSON.parse((await browse(api, `/v1/staff${path}`, { cookie: cookieOf(name) })).text).data,
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
    trace: async (name: string, id: PurchaseId): Promise<any> =>
      JSON.parse((await browse(api, `/v1/staff/purchases/${id}`, { cookie: cookieOf(name) })).text),
    idOf: (name: string) => people.get(name)?.personId,

    /** Buys something whose order was sent, and whose outcome is unknown. */
    async sent(): Promise<PurchaseId> {
      const id = readId('pur', (await bought(api, order())).id);
      if (id === null) throw new Error('it has an id');
      await openSubmission(api.pool, id, 1);
      await api.pool.query(
        `UPDATE submissions SET answered_at = app_now(), outcome = 'unknown', detail = 'timed_out' WHERE purchase_id = $1`,
        [uuidOf('pur', id)],
      );
      return id;
    },

    needApproval: (kind: StaffKind) =>
      replaceStaffRule(api.pool, { kind, currency: 'NGN', oneFrom: 1, twoFrom: null, validHours: 72 }, ACTOR),

    async entriesOf(action: string, subject: string) {
      const { rows } = await api.pool.query(
        'SELECT principal_kind AS kind, principal_id AS id, reason FROM audit_log WHERE action = $1 AND subject = $2',
        [action, subject],
      );
      return rows;
    },
  };
}

export type StaffApi = Awaited<ReturnType<typeof startStaffApi>>;
