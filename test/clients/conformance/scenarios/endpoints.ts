import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { attempt, ENDPOINT_ID, EVENT_ID, endpoint, event, page } from '../objects.ts';
import * as server from '../server.ts';
import { sentBody } from '../server.ts';

const PATH = `/v1/webhook-endpoints/${ENDPOINT_ID}`;
const SECRET = 'whsec_of_the_scripted_server';

export function endpointScenarios({ server: scripted, driver }: Context): void {
  const only = () => scripted().seen.map(({ method, url }) => `${method} ${url}`);

  describe('webhook endpoints', () => {
    it('are created with the given fields, and the answer has the secret', async () => {
      scripted().script(server.json(201, { ...endpoint(), secret: SECRET }));
      const wanted = { url: 'https://example.com/webhooks', event_types: ['batch.completed'] };
      const found = await driver().ok('create_endpoint', wanted);
      expect(found).toMatchObject({ id: ENDPOINT_ID, secret: SECRET, status: 'new' });
      expect(only()).toEqual(['POST /v1/webhook-endpoints']);
      expect(sentBody(scripted())).toEqual(wanted);
      expect(driver().stderr()).not.toContain(SECRET);
    });

    it('are read, listed over all pages, changed and deleted', async () => {
      scripted().script(server.json(200, endpoint({ enabled: false, status: 'failing' })));
      expect(await driver().ok('get_endpoint', { id: ENDPOINT_ID })).toMatchObject({
        enabled: false,
        status: 'failing',
        event_types: ['purchase.successful', 'batch.completed'],
      });

      scripted().script(
        server.json(200, page([endpoint()], 'c1')),
        server.json(200, page([endpoint({ id: 'wep_2' })])),
      );
      const listed = await driver().ok('list_endpoints', { query: { limit: 1 } });
      expect(listed.map(({ id }: { id: string }) => id)).toEqual([ENDPOINT_ID, 'wep_2']);
      expect(only()).toHaveLength(2);

      for (const changes of [
        { enabled: false },
        { url: 'https://example.com/2', description: '' },
        { event_types: ['purchase.failed'], enabled: true },
      ]) {
        scripted().script(server.json(200, endpoint(changes)));
        const changed = await driver().ok('update_endpoint', { id: ENDPOINT_ID, changes });
        expect(changed).toMatchObject(changes);
        expect(only()).toEqual([`PATCH ${PATH}`]);
        expect(sentBody(scripted())).toEqual(changes);
      }

      scripted().script(server.json(200, { id: ENDPOINT_ID, object: 'webhook_endpoint', deleted: true }));
      await driver().ok('delete_endpoint', { id: ENDPOINT_ID });
      expect(only()).toEqual([`DELETE ${PATH}`]);
    });

    it('that exist after a lost answer are an error with their id', async () => {
      const details = { endpoint_id: ENDPOINT_ID };
      scripted().script(server.cut, server.error(409, 'webhook_endpoint_exists', { details }));
      expect(await driver().fails('create_endpoint', { url: 'https://example.com/webhooks' })).toMatchObject({
        type: 'api',
        status: 409,
        code: 'webhook_endpoint_exists',
        details,
      });
      expect(scripted().seen).toHaveLength(2);
    });

    it.each([0, 3_600])('get a new secret with an overlap of %i s', async (overlap_seconds) => {
      const former_secret_until = overlap_seconds === 0 ? null : '2026-11-21T20:38:25.224Z';
      scripted().script(
        server.html(502),
        server.json(200, { ...endpoint({ former_secret_until }), secret: SECRET }),
      );
      const rotated = await driver().ok('rotate_secret', { id: ENDPOINT_ID, overlap_seconds });
      expect(rotated.secret).toBe(SECRET);
      expect(Date.parse(rotated.former_secret_until ?? '')).toEqual(Date.parse(former_secret_until ?? ''));
      expect(only()).toEqual(Array(2).fill(`POST ${PATH}/rotate-secret`));
      expect(sentBody(scripted())).toEqual({ overlap_seconds });
    });

    it('get test events, of the type that is given', async () => {
      scripted().script(server.json(202, event()));
      expect(await driver().ok('send_test', { id: ENDPOINT_ID })).toMatchObject({ id: EVENT_ID, test: true });
      expect(only()).toEqual([`POST ${PATH}/test`]);
      expect(sentBody(scripted())).toEqual({});

      scripted().script(server.json(202, event({ type: 'purchase.failed' })));
      const failed = await driver().ok('send_test', { id: ENDPOINT_ID, type: 'purchase.failed' });
      expect(failed.type).toBe('purchase.failed');
      expect(sentBody(scripted())).toEqual({ type: 'purchase.failed' });
    });

    it('have attempts with the URL, the answer and the event', async () => {
      const ofEvent = { event_id: EVENT_ID, event_type: 'purchase.successful' };
      scripted().script(
        server.json(200, page([{ ...ofEvent, ...attempt() }], 'c1')),
        server.json(200, page([{ ...ofEvent, ...attempt({ kind: 'resent', number: null, outcome: null }) }])),
      );
      const attempts = await driver().ok('list_attempts', { id: ENDPOINT_ID, query: {} });
      expect(attempts).toMatchObject([
        {
          ...ofEvent,
          url: 'https://example.com/webhooks',
          address: '203.0.113.7',
          http_status: 503,
          answer: 'Service Unavailable',
          number: 1,
        },
        { ...ofEvent, kind: 'resent' },
      ]);
      expect(only()).toEqual([`GET ${PATH}/attempts`, `GET ${PATH}/attempts?cursor=c1`]);
    });

    it('have events that are read with their attempts, and resent to all or to one', async () => {
      scripted().script(server.json(200, event()));
      const read = await driver().ok('get_event', { id: EVENT_ID });
      expect(read.delivery.attempts).toMatchObject([{ endpoint_id: ENDPOINT_ID, url: attempt().url }]);

      scripted().script(server.json(202, event()));
      await driver().ok('resend_event', { id: EVENT_ID });
      expect(only()).toEqual([`POST /v1/events/${EVENT_ID}/resend`]);

      scripted().script(server.json(202, event()));
      await driver().ok('resend_event', { id: EVENT_ID, endpoint_id: ENDPOINT_ID });
      expect(only()).toEqual([`POST /v1/events/${EVENT_ID}/resend?endpoint_id=${ENDPOINT_ID}`]);
    });
  });
}
