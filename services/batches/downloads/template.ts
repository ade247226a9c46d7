import { decimalsOf, majorUnits } from '../../../domain/money/amount.ts';
import type { Offer } from '../../../domain/purchase/accept.ts';
import { type NewSheet, TEXT } from '../../sheets/sheet.ts';

/** What the sheets of a template are made of. */
export interface TemplateTerms {
  /** What the account may buy. */
  readonly offers: Iterable<Offer>;
  /** Names of networks, by id. */
  readonly networkNames: ReadonlyMap<string, string>;
  readonly currency: string;
}

/** No name of a column below names phone numbers or bundles, so that an upload takes the other sheet. */
const BUNDLES = 'Bundles';

/** A workbook to fill in: an empty campaign with text cells, whose bundles are chosen from the sheet with all bundles. */
export function templateSheets({ offers, networkNames, currency }: TemplateTerms): NewSheet[] {
  const networkOf = ({ networkId }: Offer) => networkNames.get(networkId) ?? networkId;
  const sorted = [...offers].sort(
    (a, b) =>
      networkOf(a).localeCompare(networkOf(b)) || a.price - b.price || (a.bundleId < b.bundleId ? -1 : 1),
  );
  return [campaignSheet(sorted.length), bundlesSheet(sorted, networkOf, currency)];
}

function campaignSheet(bundles: number): NewSheet {
  return {
    name: 'Campaign',
    columns: [
      {
        name: 'phone_number',
        width: 20,
        format: TEXT,
        hint: { title: 'Phone number', text: 'With + and country code, for example +2348031234567.' },
      },
      {
        name: 'bundle_id',
        width: 30,
        format: TEXT,
        hint: {
          title: 'Bundle',
          text: `Choose from the list. The sheet ${BUNDLES} shows what each one costs.`,
        },
        ...(bundles === 0 ? {} : { choices: `'${BUNDLES}'!$A$2:$A$${bundles + 1}` }),
      },
      {
        name: 'reference',
        width: 24,
        format: TEXT,
        hint: {
          title: 'Reference (optional)',
          text: 'Your own unique name for the purchase: up to 64 letters, digits and - _ . : without spaces. Leave it empty for a name from the campaign and the row.',
        },
      },
    ],
    rows: pageOf([]),
  };
}

function bundlesSheet(
  offers: readonly Offer[],
  networkOf: (offer: Offer) => string,
  currency: string,
): NewSheet {
  const whole = { kind: 'amount', decimals: 0 } as const;
  const decimals = decimalsOf(currency);
  return {
    name: BUNDLES,
    columns: [
      { name: 'id', width: 30, format: TEXT },
      { name: 'name', width: 36, format: TEXT },
      { name: 'network', width: 20, format: TEXT },
      { name: 'data (MB)', width: 12, format: whole },
      { name: 'validity (hours)', width: 16, format: whole },
      { name: 'price', width: 14, format: { kind: 'amount', decimals } },
      { name: 'currency', width: 10, format: TEXT },
    ],
    rows: pageOf(
      offers.map((offer) => [
        offer.bundleId,
        offer.name,
        networkOf(offer),
        String(offer.dataMb),
        String(offer.validityHours),
        majorUnits(offer.price, decimals),
        currency,
      ]),
    ),
  };
}

async function* pageOf(rows: readonly (readonly string[])[]) {
  yield rows;
}
