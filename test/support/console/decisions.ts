import { beat } from '../../../db/outbox/heartbeats.ts';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type PurchaseId, readId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, settle } from '../api/fixture.ts';
import { bought, order } from '../api/http.ts';

/** A purchase by its reference. */
async function buy(api: ApiFixture, reference: string): Promise<PurchaseId> {
  const id = readId('pur', (await bought(api, order({ reference }))).id);
  if (id === null) throw new Error('it has an id');
  return id;
}

/** A delivery after the deadline, for which no one has decided who pays. */
export async function deliveredLate(api: ApiFixture, reference: string): Promise<PurchaseId> {
  const id = await buy(api, reference);
  await api.pool.query(
    `INSERT INTO late_confirmations (purchase_id, confirmed_at, recorded_at) VALUES ($1, app_now(), app_now())`,
    [uuidOf('pur', id)],
  );
  return id;
}

/** A purchase that was sent, and that failed at its deadline without an answer of the network. */
export async function failedAfterSend(api: ApiFixture, reference: string): Promise<PurchaseId> {
  const id = await buy(api, reference);
  await openSubmission(api.pool, id, 1);
  const purchase = [uuidOf('pur', id)];
  await api.pool.query(
    `UPDATE submissions SET answered_at = app_now(), outcome = 'unknown', detail = 'timed_out' WHERE purchase_id = $1`,
    purchase,
  );
  await api.pool.query('UPDATE purchases SET resolve_by = created_at WHERE id = $1', purchase);
  await settle(api, id, { kind: 'expired' });
  return id;
}

/** A purchase that was sent, and that is pending for five minutes without an answer of the network. */
export async function stuckPurchase(api: ApiFixture, reference: string): Promise<PurchaseId> {
  const id = await buy(api, reference);
  await openSubmission(api.pool, id, 1);
  const purchase = [uuidOf('pur', id)];
  await api.pool.query(
    `UPDATE submissions SET answered_at = app_now(), outcome = 'unknown' WHERE purchase_id = $1`,
    purchase,
  );
  await api.pool.query(
    `UPDATE purchases SET created_at = created_at - interval '5 minutes' WHERE id = $1`,
    purchase,
  );
  return id;
}

/** A purchase that a network confirmed after it had refused it. */
export async function contradicted(api: ApiFixture, reference: string): Promise<PurchaseId> {
  const id = await buy(api, reference);
  await api.pool.query(
    `INSERT INTO contradictions (purchase_id, kind, first_seen_at, last_seen_at)
     VALUES ($1, 'confirmed_after_refused', app_now(), app_now())`,
    [uuidOf('pur', id)],
  );
  return id;
}

/** Makes one worker process count as alive for an hour, however slow the machine is. */
export async function keepWorkerAlive({ pool }: Pick<ApiFixture, 'pool'>): Promise<void> {
  await beat(pool, newUuid(), true);
  await pool.query(`UPDATE relay_heartbeats SET beat_at = app_now() + interval '1 hour'`);
}
