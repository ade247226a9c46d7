import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endExpired } from '../../../db/approvals/expire.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { APPROVAL_EVENTS } from '../../../domain/webhook/event.ts';
import { addKey, decide, getApproval, request, send, setRule } from '../../support/batches/approvals.ts';
import { moveClock } from '../../support/batches/clock.ts';
import {
  addClient,
  type BatchFixture,
  createBatchFixture,
  goodFile,
  PRICE,
  phoneNumber,
  uploaded,
} from '../../support/batches/fixture.ts';
import { approvalNotices } from '../../support/mail/approval-notices.ts';
import { type MailServer, startMailServer } from '../../support/mail/smtp-server.ts';

const NOON = new Date('2026-11-29T12:00:00Z');
const HOUR = 3_600_000;

let fixture: BatchFixture;
let own: BatchFixture;
let server: MailServer;

beforeAll(async () => {
  fixture = await createBatchFixture(0);
});
beforeEach(async () => {
  await moveClock(fixture.pool, NOON);
  own = { ...fixture, client: await addClient(fixture.pool, 10 * PRICE) };
  server = await startMailServer(0);
  await setRule(own, 1);
});
afterEach(() => server.stop());
afterAll(() => fixture.close());

const { announce, people, suspend, prepare, choose, eventsOf } = approvalNotices(
  () => own,
  () => server,
);

const ready = async () =>
  (await uploaded(own, goodFile(2), { reference: `eyes-${newId('bat')}`, start: 'manual' })).id;
const mailsTo = () => server.mails.map(({ to }) => [...to].sort());
const textOf = (n: number) => (server.mails[n]?.mail ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');

describe('a request for an approval', () => {
  it('is mailed to those who may decide, and not to those who prepared it', async () => {
    const ids = await people({
      ada: 'approver',
      ben: 'approver',
      owen: 'owner',
      vi: 'viewer',
      pre: 'preparer',
    });
    const [ada = '', ben = '', owen = ''] = [...ids.keys()];
    const id = await ready();
    await prepare(id, ids.get(ben) ?? newId('per'));
    const approval = await request(own, id);
    await announce();
    expect(mailsTo()).toEqual([[ada, owen].sort()]);
    expect(textOf(0)).toContain('needs your approval');
    expect(textOf(0)).toContain('It may spend up to 20.00 NGN.');
    expect(textOf(0)).toContain(`https://api.example.com/campaigns/${id}`);
    expect(textOf(0)).toContain(`POST /v1/approvals/${approval}/approve`);
    for (const row of [1, 2]) expect(textOf(0)).not.toContain(phoneNumber(row).slice(1));
    await announce();
    expect(server.mails).toHaveLength(1);
  });

  it('is not mailed to a suspended person, and is mailed again when they may act again', async () => {
    const ids = await people({ ada: 'approver', ben: 'approver' });
    const [ada = '', ben = ''] = [...ids.keys()];
    await suspend(ids.get(ben) ?? newId('per'));
    await request(own, await ready());
    await announce();
    expect(mailsTo()).toEqual([[ada]]);
    await suspend(ids.get(ben) ?? newId('per'), 'NULL');
    await request(own, await ready());
    await announce();
    expect(mailsTo()[1]).toEqual([ada, ben].sort());
  });

  it('is an event for endpoints that chose it, as the approval was when it was requested', async () => {
    await choose(APPROVAL_EVENTS);
    const id = await ready();
    const approval = await request(own, id);
    const asked = await getApproval(own, approval);
    await decide(own, await addKey(own), approval, 'approve');
    await announce();
    expect(await eventsOf()).toEqual([
      { type: 'approval.requested', object: asked },
      { type: 'approval.decided', object: await getApproval(own, approval) },
    ]);
    await own.pool.query(`UPDATE batch_notices SET outcome = NULL, ended_at = NULL`);
    await announce();
    expect(await eventsOf()).toHaveLength(2);
  });

  it('is no event for an account without such an endpoint', async () => {
    await choose(['batch.ready']);
    await request(own, await ready());
    await announce();
    expect((await eventsOf()).map(({ type }) => type)).toEqual(['batch.ready']);
  });
});

describe('the end of a request', () => {
  it('is not mailed to who prepared it while they are suspended', async () => {
    const ids = await people({ pre: 'preparer', two: 'preparer' });
    const [pre, two] = [...ids.values()];
    const id = await ready();
    for (const person of [pre, two]) await prepare(id, person ?? newId('per'));
    const approval = await request(own, id);
    await suspend(pre ?? newId('per'));
    await decide(own, await addKey(own), approval, 'approve');
    await announce();
    expect(mailsTo()).toEqual([[[...ids.keys()][1]]]);
  });

  it.each([
    ['approve', 'approval.decided', 'approved', 'was approved'],
    ['reject', 'approval.decided', 'rejected', 'Reason: not now'],
    ['withdraw', 'approval.withdrawn', 'withdrawn', 'was withdrawn'],
  ] as const)('by %s is mailed to who prepared it, and is an event', async (verb, type, status, words) => {
    await choose([type]);
    const ids = await people({ pre: 'preparer', ada: 'approver' });
    const [pre = ''] = [...ids.keys()];
    const id = await ready();
    await prepare(id, ids.get(pre) ?? newId('per'));
    const approval = await request(own, id);
    // One pass sends its mails at the same time, in any order.
    await announce();
    await decide(own, verb === 'withdraw' ? own.client.key : await addKey(own), approval, verb);
    await announce();
    expect(mailsTo()[1]).toEqual([pre]);
    expect(textOf(1)).toContain(words);
    expect(await eventsOf()).toMatchObject([{ type, object: { id: approval, status } }]);
  });

  it.each([
    ['cancel', 'was cancelled', 'You need not do anything.'],
    ['corrected row', 'was changed', 'To ask again, start the campaign again.'],
  ] as const)('because of a %s is mailed with its cause, and is no event', async (command, words, advice) => {
    await choose(['approval.withdrawn']);
    const ids = await people({ pre: 'preparer' });
    const [pre = ''] = [...ids.keys()];
    const id = await ready();
    await prepare(id, ids.get(pre) ?? newId('per'));
    await request(own, id);
    await announce();
    const path = command === 'cancel' ? `/batches/${id}/cancel` : `/batches/${id}/rows/2`;
    const body = command === 'cancel' ? {} : { dropped: true };
    await send(own, own.client.key, command === 'cancel' ? 'POST' : 'PATCH', path, body);
    await announce();
    expect(mailsTo()).toEqual([[pre]]);
    expect(textOf(0)).toContain('has ended');
    expect(textOf(0)).toContain(words);
    expect(textOf(0)).toContain(advice);
    expect(await eventsOf()).toEqual([]);
  });

  it.each(['reject', 'withdraw', 'cancel'] as const)(
    'by %s does not say that nothing was bought, because a campaign that resumes may have bought rows',
    async (verb) => {
      const ids = await people({ ada: 'approver', pre: 'preparer' });
      const [, pre = ''] = [...ids.keys()];
      await setRule(own, null);
      const { id, cost } = await uploaded(own, goodFile(2), { reference: 'resumes', start: 'manual' });
      await prepare(id, ids.get(pre) ?? newId('per'));
      for (const command of ['start', 'pause'])
        await send(own, own.client.key, 'POST', `/batches/${id}/${command}`, {});
      await setRule(own, 1);
      const more = { approved_cost: { ...cost, amount: cost.amount + 1 } };
      const approval = await request(own, id, more, 'resume');
      await announce();
      expect(textOf(0)).toContain(
        'needs the approval of one other person or key before it can start or resume.',
      );
      const end = { reject: 'was rejected.', withdraw: 'was withdrawn.', cancel: 'was cancelled.' }[verb];
      if (verb === 'cancel') await send(own, own.client.key, 'POST', `/batches/${id}/cancel`, {});
      else await decide(own, verb === 'reject' ? await addKey(own) : own.client.key, approval, verb);
      await announce();
      expect(mailsTo()[1]).toEqual([pre]);
      expect(textOf(1)).toContain(end);
      for (const n of [0, 1]) expect(textOf(n)).not.toContain('Nothing was bought');
    },
  );

  it('by the first of two approvals is not announced, and a third one says nothing new', async () => {
    await setRule(own, 1, 1);
    await choose(APPROVAL_EVENTS);
    const approval = await request(own, await ready());
    for (let n = 0; n < 3; n++) await decide(own, await addKey(own), approval, 'approve');
    await announce();
    expect((await eventsOf()).map(({ type }) => type)).toEqual(['approval.requested', 'approval.decided']);
  });
});

describe('an approval whose time is over', () => {
  it('ends once, by several workers at the same time, with its event and audit entry', async () => {
    await choose(['approval.expired']);
    const approval = await request(own, await ready());
    expect(await endExpired(own.pool, own.client.accountId)).toBe(0);
    await moveClock(own.pool, new Date(NOON.getTime() + 73 * HOUR));
    const { accountId } = own.client;
    const ended = await Promise.all(Array.from({ length: 4 }, () => endExpired(own.pool, accountId)));
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(1);
    const { expires_at } = await getApproval(own, approval);
    expect(await getApproval(own, approval)).toMatchObject({ status: 'expired', ended_at: expires_at });
    await announce();
    expect(await eventsOf()).toMatchObject([{ type: 'approval.expired', object: { status: 'expired' } }]);
    const { rows } = await own.pool.query(
      `SELECT principal_kind, principal_id, before, after->>'status' AS status FROM audit_log WHERE action = 'approval_expire' AND subject = $1`,
      [approval],
    );
    expect(rows).toEqual([
      {
        principal_kind: 'process',
        principal_id: 'worker',
        before: { status: 'requested' },
        status: 'expired',
      },
    ]);
  });

  it('ends when its campaign is started again, with the same record', async () => {
    const id = await ready();
    const approval = await request(own, id);
    await moveClock(own.pool, new Date(NOON.getTime() + 73 * HOUR));
    expect(await request(own, id)).not.toBe(approval);
    expect(await endExpired(own.pool, own.client.accountId)).toBe(0);
    const { rowCount } = await own.pool.query(
      `SELECT FROM audit_log WHERE action = 'approval_expire' AND subject = $1`,
      [approval],
    );
    expect(rowCount).toBe(1);
  });
});
