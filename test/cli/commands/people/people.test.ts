import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeople, type People } from '../../../../services/people/people.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';

const WHY = ['--reason', 'ticket 41'];
const FROM = { address: '198.51.100.1', userAgent: 'test browser' };

let fixture: CliFixture;
let people: People;
let organisation: string;
let account: string;

beforeAll(async () => {
  fixture = await createCliFixture();
  const secret = randomBytes(32).toString('base64');
  people = createPeople({ pool: fixture.pool, secret, publicUrl: null });
  organisation = (await fixture.json('organisation', 'create', 'Acme Ltd', ...WHY)).id;
  account = (await fixture.json('account', 'create', 'Acme live', ...WHY)).id;
  await fixture.json('organisation', 'account', organisation, account, '--yes', ...WHY);
});
afterAll(() => fixture.close());

const invite = (email: string, role: string) =>
  fixture.json('person', 'invite', email, '--organisation', organisation, '--role', role, ...WHY);
const remove = (email: string) =>
  fixture.cli('person', 'remove', email, '--organisation', organisation, '--yes', ...WHY);

describe('organisations', () => {
  it('are listed with their accounts and people', async () => {
    await invite('lena@acme.example', 'viewer');
    const [listed] = await fixture.json('organisation', 'list');
    expect(listed).toMatchObject({ id: organisation, name: 'Acme Ltd', account_ids: [account] });
    expect((await fixture.cli('organisation', 'list')).out).toContain('Acme Ltd');
  });

  it('that do not exist are refused', async () => {
    for (const id of ['org_x', 'org_00000000000000000000000000']) {
      const ran = await fixture.cli('organisation', 'account', id, account, '--yes', ...WHY);
      expect(ran.exitCode).not.toBe(0);
    }
  });
});

describe('a person', () => {
  it('is invited with a link that signs in once', async () => {
    const { token, path } = await invite('Amina@Acme.example', 'preparer');
    expect(path).toBe(`/sign-in#${token}`);
    const session = await people.signInWithLink(token, FROM);
    expect(session?.email).toBe('amina@acme.example');
    expect(await people.signInWithLink(token, FROM)).toBeNull();
  });

  it('gets another role by a second invitation, and keeps their name', async () => {
    const { id } = await invite('bola@acme.example', 'viewer');
    expect((await invite('bola@acme.example', 'finance')).id).toBe(id);
    const members = await fixture.json('person', 'list', '--organisation', organisation);
    expect(members.filter((member: { id: string }) => member.id === id)).toMatchObject([
      { email: 'bola@acme.example', role: 'finance', has_password: false },
    ]);
  });

  it('is suspended, signed out and restored', async () => {
    const { id, token } = await invite('dayo@acme.example', 'viewer');
    const session = await people.signInWithLink(token, FROM);
    const cookie = session?.cookies.map((each) => each.split(';')[0]).join('; ') ?? '';
    expect(await people.findSession(cookie)).not.toBeNull();
    const of = ['dayo@acme.example', '--organisation', organisation] as const;
    const suspended = await fixture.json('person', 'suspend', ...of, '--yes', ...WHY);
    expect(suspended).toEqual({ id, organisation_id: organisation, suspended: true, changed: true });
    expect(await people.findSession(cookie)).toBeNull();
    expect((await fixture.json('person', 'suspend', ...of, '--yes', ...WHY)).changed).toBe(false);
    expect((await fixture.cli('person', 'list')).out).toMatch(/dayo@acme\.example.*suspended/);
    const restored = await fixture.json('person', 'restore', ...of, ...WHY);
    expect(restored).toEqual({ id, organisation_id: organisation, suspended: false, changed: true });
    const nowhere = ['nil@acme.example', '--organisation', organisation] as const;
    expect((await fixture.cli('person', 'restore', ...nowhere, ...WHY)).exitCode).not.toBe(0);
  });

  it('is refused with a role or an address that does not exist', async () => {
    for (const [email, role] of [
      ['chidi@acme.example', 'superuser'],
      ['chidi@acme.example', 'constructor'],
      ['chidi', 'viewer'],
      ['chidi@acme', 'viewer'],
    ] as const) {
      const ran = await fixture.cli(
        'person',
        'invite',
        email,
        '--organisation',
        organisation,
        '--role',
        role,
        ...WHY,
      );
      expect([email, role, ran.exitCode]).toEqual([email, role, 2]);
    }
  });

  it('is removed once', async () => {
    await invite('dayo@acme.example', 'viewer');
    expect((await remove('dayo@acme.example')).exitCode).toBe(0);
    expect((await remove('dayo@acme.example')).err).toContain('is not in Acme Ltd');
    expect((await remove('no-one@acme.example')).err).toContain('There is no person');
  });

  it('is signed out everywhere', async () => {
    const { token } = await invite('efe@acme.example', 'viewer');
    const session = await people.signInWithLink(token, FROM);
    const [listed] = await fixture.json('person', 'sessions', 'efe@acme.example');
    expect(listed).toMatchObject({
      id: session?.sessionId,
      ip_address: FROM.address,
      user_agent: 'test browser',
    });
    expect(JSON.stringify(listed)).not.toContain('token');
    const ended = await fixture.json('person', 'end-sessions', 'efe@acme.example', '--yes', ...WHY);
    expect(ended.ended).toBe(1);
    expect(await people.findSession((session?.cookies ?? []).join('; '))).toBeNull();
  });

  it('whose second factor is lost gets rid of it, and signs in again', async () => {
    const { token, id } = await invite('funke@acme.example', 'owner');
    const reset = () => fixture.cli('person', 'reset-factor', 'funke@acme.example', '--yes', ...WHY);
    expect((await reset()).err).toContain('has no second factor');
    const session = await people.signInWithLink(token, FROM);
    if (session === null) throw new Error('not signed in');
    expect(await people.secondFactors.begin(session)).toContain('otpauth://');
    expect((await reset()).exitCode).toBe(0);
    expect(await people.findSession(session.cookies.join('; '))).toBeNull();
    expect((await fixture.actions()).at(-1)).toMatchObject({
      operator: 'ada',
      action: 'person_reset_factor',
      subject: id,
      reason: 'ticket 41',
    });
  });
});
