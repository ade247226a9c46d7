import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInquiry, readSubmission } from '../../../adapters/pretups/outcomes.ts';
import { PretupsSettings } from '../../../adapters/pretups/settings.ts';
import { createSimulator } from '../../../adapters/pretups/simulator/server.ts';
import { readAnswer } from '../../../adapters/pretups/wire.ts';
import type { Simulator } from '../../../adapters/simulation/server.ts';
import { adapterContract } from '../../support/adapters/contract.ts';
import { call } from '../../support/adapters/contract-bench.ts';
import { MSISDN, pretupsAdapter, pretupsSubject, SECRETS } from '../../support/adapters/pretups-subject.ts';
import { answerText, startRawGateway } from '../../support/adapters/raw-gateway.ts';

adapterContract('PreTUPS', pretupsSubject);

const KEY = 'pur_01kafg0000e008000000000010';
const NOW = new Date('2026-11-20T17:48:00.000Z');
const CARRIER = { secrets: [], codes: new Map([['3006201', 'not_enough_money' as const]]), holdMs: 180_000 };
const ASKED = { gatewayReference: KEY, gatewayId: null, sentAt: NOW, now: NOW };

const answered = (body: string, status = 200) => ({ kind: 'answered' as const, status, headers: {}, body });
const command = (type: string, inner: string) =>
  `<?xml version="1.0"?><COMMAND><TYPE>${type}</TYPE>${inner}</COMMAND>`;
const transfer = (status: string, reference = KEY) =>
  command(
    'EXRCTRFRESP',
    `<TXNSTATUS>${status}</TXNSTATUS><EXTREFNUM>${reference}</EXTREFNUM><TXNID>R261120.1848.670022</TXNID><MESSAGE>to 8031234567</MESSAGE>`,
  );
const status = (txn: string, req: string) =>
  command(
    'EXRCSTATRESP',
    `<TXNSTATUS>${txn}</TXNSTATUS><REQSTATUS>${req}</REQSTATUS><EXTREFNUM>${KEY}</EXTREFNUM>`,
  );

function submitted(body: string, http = 200) {
  return readSubmission(answered(body, http), { gatewayReference: KEY, type: 'EXRCTRFRESP' }, CARRIER, NOW);
}

describe('what an answer of PreTUPS means', () => {
  it.each([
    ['200', { kind: 'confirmed', networkReference: 'R261120.1848.670022' }],
    ['206', { kind: 'refused', code: 'network_rejected' }],
    ['250', { kind: 'unknown', reason: 'ambiguous' }],
    ['205', { kind: 'accepted', gatewayId: 'R261120.1848.670022' }],
    ['201', { kind: 'accepted' }],
    ['3006201', { kind: 'not_submitted', reason: 'supplier_account' }],
    ['500', { kind: 'unknown', reason: 'undocumented_code' }],
    ['7', { kind: 'unknown', reason: 'undocumented_code' }],
  ])('TXNSTATUS %s of a transfer', (code, expected) => {
    const outcome = submitted(transfer(code));
    expect(outcome).toMatchObject(expected);
    expect(JSON.stringify(outcome)).not.toContain('8031234567');
  });

  it.each([
    ['200', '200', 'confirmed'],
    ['200', '206', 'refused'],
    ['200', '250', 'pending'],
    ['200', '205', 'pending'],
    ['200', '299', 'unavailable'],
    ['206', '200', 'unavailable'],
    ['250', '206', 'unavailable'],
  ])('TXNSTATUS %s and REQSTATUS %s of a question', (txn, req, kind) => {
    expect(readInquiry(answered(status(txn, req)), ASKED, CARRIER).kind).toBe(kind);
  });

  it('proves nothing when it names another order, none, or answers another command', () => {
    expect(submitted(transfer('200', 'another'))).toMatchObject({ kind: 'unknown' });
    expect(submitted(command('EXRCTRFRESP', '<TXNSTATUS>200</TXNSTATUS>'))).toMatchObject({
      kind: 'unknown',
    });
    expect(submitted(status('200', '200'))).toMatchObject({ kind: 'unknown' });
    expect(submitted(transfer('200').replace('</COMMAND>', ''))).toMatchObject({ kind: 'unknown' });
    expect(submitted(transfer('200').replace('200<', '200</TXNSTATUS><TXNSTATUS>206<'))).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe('XML that is more than data', () => {
  it('is taken with a doctype that defines nothing', () => {
    const doctype = '<!DOCTYPE COMMAND PUBLIC "-//Ocam//DTD XML Command 1.0//EN" "xml/command.dtd">';
    expect(submitted(transfer('200').replace('?>', `?>${doctype}`)).kind).toBe('confirmed');
  });

  it.each([
    '<!DOCTYPE COMMAND [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE COMMAND [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
    '<!DOCTYPE COMMAND PUBLIC "x" "y" [ ]>',
    '<!ENTITY x "200">',
  ])('is no answer: %s', (doctype) => {
    expect(readAnswer(transfer('200').replace('?>', `?>${doctype}`))).toBeNull();
  });

  it('expands no entity', () => {
    const read = readAnswer(transfer('200').replace('to 8031234567', '&lt;b&gt; &x; &#65;'));
    expect(read?.words).toBe('&lt;b&gt; &x; &#65;');
  });
});

describe('PIN and passwords', () => {
  const order = {
    gatewayReference: KEY,
    phoneNumber: '+2348031234550',
    productCode: '1:1000',
    firstSentAt: NOW,
  };
  const secrets = Object.values(SECRETS);

  it('are sent, and are in nothing that comes back, whatever happens', async () => {
    for (const react of [
      (body: string) => answerText(200, body),
      (body: string) => answerText(500, body),
      () => answerText(302, '', { location: '/' }),
      () => '\u0000\u0001',
      () => '',
    ]) {
      const gateway = await startRawGateway((socket, request) => {
        const answer = react(`<html>${request}</html>`);
        if (answer === '') socket.resetAndDestroy();
        else socket.end(answer);
      });
      const adapter = pretupsAdapter({ baseUrl: gateway.url, timeoutMs: 30_000, holdMs: 0 });
      const outcomes = [
        await adapter.submit(order, call),
        await adapter.inquiry?.inquire({ ...order, gatewayId: null, sentAt: NOW }, call),
        await adapter.wallet?.read(call),
      ];
      for (const secret of secrets) {
        expect(gateway.requests.join('')).toContain(secret);
        expect(JSON.stringify(outcomes)).not.toContain(secret);
      }
      await adapter.close();
      await gateway.close();
    }
  });

  it('are masked in the words of a carrier that repeats them', async () => {
    const gateway = await startRawGateway((socket) =>
      socket.end(answerText(200, transfer('206').replace('to 8031234567', `PIN ${SECRETS.pin} is wrong`))),
    );
    const adapter = pretupsAdapter({ baseUrl: gateway.url, timeoutMs: 30_000, holdMs: 0 });
    const outcome = await adapter.submit(order, call);
    expect(outcome).toMatchObject({ kind: 'refused', gatewayCode: '206 PIN … is wrong' });
    await adapter.close();
    await gateway.close();
  });

  it('are in no message about settings', () => {
    const read = PretupsSettings.safeParse({
      protocol: 'pretups',
      pin: SECRETS.pin,
      password: [SECRETS.password],
    });
    for (const secret of secrets) expect(JSON.stringify(read.error?.issues)).not.toContain(secret);
  });
});

describe('the wallet at a carrier', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await createSimulator({ accounts: { [MSISDN]: SECRETS.pin } });
  });
  afterAll(() => simulator.close());

  it('is read as decimal text', async () => {
    const adapter = pretupsAdapter({ baseUrl: `${simulator.url}/pretups`, timeoutMs: 30_000, holdMs: 0 });
    expect(await adapter.wallet?.read(call)).toEqual({
      kind: 'wallets',
      wallets: [{ currency: 'eTopUP', available: '1000000.00' }],
    });
    await adapter.close();
  });

  it('is unavailable when the carrier does not answer', async () => {
    const adapter = pretupsAdapter({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 1_500, holdMs: 0 });
    expect(await adapter.wallet?.read(call)).toMatchObject({ kind: 'unavailable' });
    await adapter.close();
  });
});
