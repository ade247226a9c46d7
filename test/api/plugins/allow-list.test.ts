import { describe, expect, it } from 'vitest';
import { createAllowList, readRange } from '../../../api/plugins/allow-list.ts';

describe('an entry of the allow-list', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:DB8:0::/32', '2001:db8::/32'],
    ['::/0', '::/0'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
  ])('%s is kept as %s', (text, range) => {
    expect(readRange(text)).toBe(range);
  });

  it.each([
    '',
    'localhost',
    '203.0.113.7/24',
    '203.0.113.0/33',
    '203.0.113.0/',
    '203.0.113.0/024',
    '203.0.113.0/-1',
    '203.0.113.0/24/8',
    '203.0.113',
    '0xcb.0.113.7',
    '2001:db8::1/32',
    '2001:db8::/129',
    'fe80::1%eth0',
    '10.0.0.0/8,::1',
  ])('%s is refused: it would not mean what it looks like', (text) => {
    expect(readRange(text)).toBeNull();
  });
});

describe('an allow-list', () => {
  const ranges = ['203.0.113.0/24', '198.51.100.7/32', '2001:db8::/32'];

  it.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['fe80::1%br-0', false],
    ['::ffff:203.0.113.9', true],
    ['::ffff:cb00:7109', true],
    ['::ffff:203.0.114.9', false],
    ['2001:db8:ffff::1', true],
    ['2001:DB8::1', true],
    ['2001:db9::1', false],
    ['::1', false],
    ['', false],
    ['unknown', false],
    ['203.0.113.9:443', false],
    ['203.0.113.9, 203.0.113.9', false],
  ])('[auth.3] of three ranges, asked for %s, answers %s', (address, allowed) => {
    expect(createAllowList(ranges)(address)).toBe(allowed);
  });

  it('without a range allows every address', () => {
    for (const address of ['203.0.113.9', '::1', 'unknown']) expect(createAllowList([])(address)).toBe(true);
  });

  it('of all IPv4 allows no IPv6', () => {
    const allows = createAllowList(['0.0.0.0/0']);
    expect([allows('8.8.8.8'), allows('::ffff:8.8.8.8'), allows('2001:db8::1')]).toEqual([true, true, false]);
  });
});
