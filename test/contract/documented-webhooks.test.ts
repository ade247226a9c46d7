import { expect, it } from 'vitest';
import { z } from 'zod';
import { nameOfRef } from '../../api/documentation/document.ts';
import { document, examplesOf, readable, schemas } from '../support/contract/document.ts';

const webhooks = Object.values(document.webhooks ?? {}).map(({ post }) => post);

it('[events.body] webhooks are documented with their headers and the body that is sent', () => {
  expect(Object.keys(document.webhooks ?? {})).toEqual(
    expect.arrayContaining([
      'purchase.successful',
      'purchase.failed',
      'purchase.reversed',
      'batch.completed',
      'batch.ready',
      'batch.paused',
      'approval.requested',
      'approval.decided',
      'approval.expired',
      'approval.withdrawn',
    ]),
  );
  for (const webhook of webhooks) {
    expect(webhook.parameters?.map(({ name }) => name)).toEqual([
      'Svc-Event-Id',
      'Svc-Event-Type',
      'Svc-Timestamp',
      'Svc-Signature',
    ]);
    const media = webhook.requestBody?.content['application/json'] ?? {};
    expect(examplesOf(media)).not.toEqual([]);
    for (const example of examplesOf(media))
      expect(() => readable(media.schema ?? {}).parse(example)).not.toThrow();
    expect(nameOfRef(media.schema?.$ref)).toMatch(/^(Purchase|Batch|Approval)Event$/);
  }
  expect(Object.keys(schemas.PurchaseEvent?.properties ?? {})).toEqual([
    'id',
    'object',
    'type',
    'created_at',
    'data',
  ]);
  expect(schemas.PurchaseEventData?.properties?.object).toMatchObject({
    $ref: '#/components/schemas/Purchase',
  });
});

it('has an example for each event, with its type and an object in the state that it reports', () => {
  const shown = Object.entries(document.webhooks ?? {}).map(([name, { post }]) => {
    const [example] = examplesOf(post.requestBody?.content['application/json'] ?? {});
    return [
      name,
      z
        .object({ type: z.string(), data: z.object({ object: z.object({ status: z.string() }) }) })
        .parse(example),
    ] as const;
  });
  expect(shown.map(([name, { type, data }]) => [name === type, data.object.status])).toEqual([
    [true, 'successful'],
    [true, 'failed'],
    [true, 'reversed'],
    [true, 'completed'],
    [true, 'ready'],
    [true, 'paused'],
    [true, 'requested'],
    [true, 'approved'],
    [true, 'expired'],
    [true, 'withdrawn'],
  ]);
});
