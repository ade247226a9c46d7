import { describe, expect, it } from 'vitest';
import { createUuidMaker, newId, newUuid } from '../../../domain/crypto/new-id.ts';
import { parseId } from '../../../domain/ids.ts';

const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z');

describe('a new identifier', () => {
  it('is a UUIDv7 of its time of creation', () => {
    for (let nth = 0; nth < 200; nth++) {
      const uuid = newUuid(NOW_MS);
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW_MS);
    }
  });

  it('has its prefix and can be read back to the UUID', () => {
    expect(parseId('pur', newId('pur', NOW_MS))).toMatch(/-7/);
  });

  it('sorts after every one made in an earlier millisecond', () => {
    const ids = Array.from({ length: 200 }, (_, ms) => newId('evt', NOW_MS + ms));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('sorts after every one that its maker made in the same millisecond', () => {
    const makeUuid = createUuidMaker();
    const uuids = Array.from({ length: 2_048 }, () => makeUuid(NOW_MS));
    expect(uuids.toSorted()).toEqual(uuids);
  });

  it('is never made twice in one millisecond', () => {
    expect(new Set(Array.from({ length: 5_000 }, () => newId('pur', NOW_MS))).size).toBe(5_000);
  });
});
