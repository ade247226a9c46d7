import type { MinorUnits } from '../../../domain/money/money.ts';

/** A network of the demonstration catalogue. */
export interface SeedNetwork {
  readonly id: string;
  readonly name: string;
  readonly prefixes: readonly string[];
  /** Mobile country and network code. */
  readonly mccMnc: string;
  readonly bundles: readonly SeedBundle[];
}

export interface SeedBundle {
  readonly id: string;
  readonly name: string;
  readonly dataMb: number;
  readonly validityHours: number;
  /** In the format of the network's gateway. Invented, as everything in the demo catalogue but names and prefixes. */
  readonly productCode: string;
  /** DEMO PRICE in kobo: no network sells at it. */
  readonly demoPrice: MinorUnits;
}

const DAY = 24;
const PLANS = [
  { key: '500mb_7d', name: '500 MB, 7 days', dataMb: 512, validityHours: 7 * DAY, demoPrice: 50_000 },
  { key: '1gb_30d', name: '1 GB, 30 days', dataMb: 1_024, validityHours: 30 * DAY, demoPrice: 100_000 },
  { key: '3gb_30d', name: '3 GB, 30 days', dataMb: 3_072, validityHours: 30 * DAY, demoPrice: 250_000 },
] as const;

/** Four Nigerian networks with their mobile prefixes and a few bundles each, at demo prices. */
export const NIGERIA: readonly SeedNetwork[] = [
  network('mtn', 'MTN Nigeria', '62130', 41_000, [
    '703',
    '706',
    '803',
    '806',
    '810',
    '813',
    '814',
    '816',
    '903',
    '906',
    '913',
    '916',
  ]),
  network('airtel', 'Airtel Nigeria', '62120', 42_000, [
    '701',
    '708',
    '802',
    '808',
    '812',
    '901',
    '902',
    '904',
    '907',
    '912',
  ]),
  network('glo', 'Glo Nigeria', '62150', 43_000, ['705', '805', '807', '811', '815', '905', '915']),
  // Over Reloadly, whose products are an operator and an amount; the others are over DT One.
  network('9mobile', '9mobile Nigeria', '62160', (plan) => `340:${plan.demoPrice / 100}:local`, [
    '809',
    '817',
    '818',
    '908',
    '909',
  ]),
];

/** `products`: DT One's id of the first bundle, or the product code of each. */
function network(
  key: string,
  name: string,
  mccMnc: string,
  products: number | ((plan: (typeof PLANS)[number]) => string),
  prefixes: readonly string[],
): SeedNetwork {
  return {
    id: `net_${key}_ng`,
    name,
    mccMnc,
    prefixes: prefixes.map((prefix) => `+234${prefix}`),
    bundles: PLANS.map((plan, index) => ({
      id: `bnd_${key}_ng_${plan.key}`,
      name: `${name} ${plan.name}`,
      dataMb: plan.dataMb,
      validityHours: plan.validityHours,
      productCode: typeof products === 'number' ? String(products + index) : products(plan),
      demoPrice: plan.demoPrice,
    })),
  };
}
