import { describe, expect, it } from 'vitest';
import { type CampaignWish, NO_WISH } from '../../../services/batches/wish.ts';
import { judge } from '../../support/batches/judge.ts';

describe('a bundle in words', () => {
  const judgeText = (number: string, text: string, wish: CampaignWish = NO_WISH) =>
    judge([number, text], ['phone_number', 'bundle_id'], 7, wish);

  it.each([
    ['+2348031234567', '1GB', 'bnd_mtn', 'net_mtn'],
    ['+2348051234567', '1 gb 24h', 'bnd_glo', 'net_glo'],
    // Ported: the network of the number counts.
    ['+2348030000999', '1 Go', 'bnd_glo', 'net_glo'],
  ])(
    '[campaign.bundles.words] for %s, %j is not bought, and the row has the bundle that fits',
    (number, text, bundleId, networkId) => {
      expect(judgeText(number, text)).toMatchObject({
        state: 'invalid',
        networkId,
        price: null,
        chosen: null,
        buys: null,
        errors: [
          {
            column: 'bundle_id',
            code: 'bundle_unclear',
            message: `"${text}" is not the id of a bundle. Of ${networkId}, these fit: ${bundleId} (1024 MB, 24 hours). Choose one of them, or write its id in the cell.`,
            bundleIds: [bundleId],
          },
        ],
      });
    },
  );

  it('may fit no bundle, and the row says for which network', () => {
    expect(judgeText('+2348031234567', '2GB')).toMatchObject({
      state: 'invalid',
      networkId: 'net_mtn',
      errors: [
        {
          column: 'bundle_id',
          code: 'bundle_unclear',
          message: expect.stringMatching(
            /^net_mtn has no bundle that fits "2GB".*bnd_mtn \(1024 MB, 24 hours\)/,
          ),
          bundleIds: [],
        },
      ],
    });
  });

  it('fits no bundle that is valid for less than the upload or the row asks', () => {
    const none = { errors: [{ code: 'bundle_unclear', bundleIds: [] }] };
    const one = { errors: [{ code: 'bundle_unclear', bundleIds: ['bnd_mtn'] }] };
    const month = { dataMb: null, validityHours: 720 };
    expect(judgeText('+2348031234567', '1GB', month)).toMatchObject(none);
    const row = (cells: readonly string[]) =>
      judge(cells, ['phone_number', 'bundle_id', 'validity_hours', 'data_mb'], 7, month);
    expect(row(['+2348031234567', '1GB', '24', ''])).toMatchObject(one);
    expect(row(['+2348031234567', '1GB', '48', ''])).toMatchObject(none);
    expect(row(['+2348031234567', '1GB', '24', '1024'])).toMatchObject(one);
    expect(row(['+2348031234567', '1GB', '24', '500'])).toMatchObject(none);
    expect(row(['+2348031234567', '1GB', 'week', ''])).toMatchObject({
      errors: [{ code: 'invalid_number' }],
    });
  });

  it('has the error of the number, if its network is not sold', () => {
    for (const number of ['+2349091234567', '+2347012345678'])
      expect(judgeText(number, '1GB')).toMatchObject({
        state: 'invalid',
        networkId: null,
        errors: [{ column: 'phone_number', code: 'unsupported_network' }],
      });
  });

  it('says an amount of data; other words are no bundle', () => {
    const unavailable = { state: 'invalid', networkId: null, errors: [{ code: 'bundle_unavailable' }] };
    expect(judgeText('+2348031234567', 'bnd_gone')).toMatchObject(unavailable);
    expect(judgeText('+2348031234567', '30 days')).toMatchObject(unavailable);
  });

  it('has no separate error while the number cannot be read', () => {
    for (const text of ['1GB', 'MTN 1GB'])
      expect(judgeText('0803', text).errors).toMatchObject([{ code: 'invalid_phone_number' }]);
    expect(judgeText('0803', 'bnd_gone').errors).toMatchObject([
      { code: 'invalid_phone_number' },
      { code: 'bundle_unavailable' },
    ]);
  });
});
