import { describe, expect, it } from 'vitest';
import { type CampaignWish, NO_WISH } from '../../../services/batches/wish.ts';
import { judge } from '../../support/batches/judge.ts';

describe('a bundle in words', () => {
  const reads = { ...NO_WISH, readsBundleTexts: true };
  const judgeText = (number: string, text: string, wish: CampaignWish = reads) =>
    judge([number, text], ['phone_number', 'bundle_id'], 7, wish);

  it.each([
    ['+2348031234567', '1GB', 'bnd_mtn', 'net_mtn'],
    ['+2348051234567', '1 gb 24h', 'bnd_glo', 'net_glo'],
    // Ported: the network of the number counts.
    ['+2348030000999', '1 Go', 'bnd_glo', 'net_glo'],
  ])(
    '[campaign.bundles.words] for %s, %j is the only bundle of the network that fits',
    (number, text, bundleId, networkId) => {
      expect(judgeText(number, text)).toMatchObject({
        state: 'waiting',
        errors: [],
        networkId,
        chosen: { bundleId },
        buys: { phoneNumber: number, bundleId },
      });
    },
  );

  it('is unclear if none fits, and the row says for which network', () => {
    expect(judgeText('+2348031234567', '2GB')).toMatchObject({
      state: 'invalid',
      networkId: 'net_mtn',
      price: null,
      errors: [
        {
          column: 'bundle_id',
          code: 'bundle_unclear',
          message: expect.stringMatching(
            /^net_mtn has no bundle that fits "2GB".*bnd_mtn \(1024 MB, 24 hours\)/,
          ),
        },
      ],
    });
  });

  it('is not read unless the upload asks for it, and other words never are', () => {
    const unavailable = { state: 'invalid', networkId: null, errors: [{ code: 'bundle_unavailable' }] };
    expect(judgeText('+2348031234567', '1GB', NO_WISH)).toMatchObject(unavailable);
    expect(judgeText('+2348031234567', 'bnd_gone')).toMatchObject(unavailable);
    expect(judgeText('+2348031234567', '1GB for Ada')).toMatchObject(unavailable);
  });

  it('has no separate error while the number cannot be read', () => {
    expect(judgeText('0803', '1GB').errors).toMatchObject([{ code: 'invalid_phone_number' }]);
    expect(judgeText('0803', 'bnd_gone').errors).toMatchObject([
      { code: 'invalid_phone_number' },
      { code: 'bundle_unavailable' },
    ]);
  });
});
