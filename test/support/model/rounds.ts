import fc from 'fast-check';
import type { NewsKind } from './model.ts';

export const ACCOUNTS = 3;
const REFERENCES = 25;
/** Few enough to try every order of them. */
export const NEWS_MAX = 4;

/** What the variants of one reference ask for: prices, or something that can never be bought. */
export const VARIANTS = [1, 2, 5, 'unknown_bundle', 'poisoned'] as const;

/** A request on one of the accounts, through one of two processes. */
export interface BuyOperation {
  readonly kind: 'buy';
  readonly account: number;
  readonly process: 0 | 1;
  readonly reference: number;
  readonly variant: (typeof VARIANTS)[number];
}

/** A report about a purchase that the account has when the round starts; a number picks it. */
export interface TellOperation {
  readonly kind: 'tell';
  readonly account: number;
  readonly process: 0 | 1;
  readonly pick: number;
  readonly news: NewsKind;
  readonly endWorkflow: boolean;
}

export interface FundOperation {
  readonly kind: 'fund';
  readonly account: number;
  readonly amount: number;
}

/** A correction, up or down. */
export interface AdjustOperation {
  readonly kind: 'adjust';
  readonly account: number;
  readonly amount: number;
}

/** Closes the ended days of an account. */
export interface CloseOperation {
  readonly kind: 'close';
  readonly account: number;
}

export type Operation = BuyOperation | TellOperation | FundOperation | AdjustOperation | CloseOperation;

/** Something done between rounds, alone. */
export type Preparation =
  | { readonly kind: 'send' | 'store'; readonly account: number; readonly pick: number }
  | { readonly kind: 'clock'; readonly step: ClockStep };

/** Over every `resolve_by`, over one midnight, a step back of some minutes, or one back over midnight. */
const CLOCK_STEPS = ['over_deadlines', 'over_midnight', 'back', 'back_over_midnight'] as const;
export type ClockStep = (typeof CLOCK_STEPS)[number];

/** Operations that run at the same time, after their preparations. */
export interface Round {
  readonly preparations: readonly Preparation[];
  readonly operations: readonly Operation[];
}

const account = fc.nat({ max: ACCOUNTS - 1 });
const pick = fc.nat({ max: 10_000 });
const process = fc.constantFrom<0 | 1>(0, 1);

const buy: fc.Arbitrary<BuyOperation> = fc.record({
  kind: fc.constant('buy' as const),
  account,
  process,
  reference: fc.nat({ max: REFERENCES - 1 }),
  variant: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...VARIANTS.slice(0, 3)) },
    { weight: 1, arbitrary: fc.constantFrom(...VARIANTS.slice(3)) },
  ),
});

const tell: fc.Arbitrary<TellOperation> = fc.record({
  kind: fc.constant('tell' as const),
  account,
  process,
  pick,
  news: fc.constantFrom<NewsKind>('confirmed', 'confirmed', 'refused', 'expired', 'reversed'),
  endWorkflow: fc.boolean(),
});

const fund: fc.Arbitrary<FundOperation> = fc.record({
  kind: fc.constant('fund' as const),
  account,
  amount: fc.integer({ min: 1, max: 6 }),
});

const adjust: fc.Arbitrary<AdjustOperation> = fc.record({
  kind: fc.constant('adjust' as const),
  account,
  amount: fc.constantFrom(-4, -2, -1, 1, 2),
});

const close: fc.Arbitrary<CloseOperation> = fc.record({ kind: fc.constant('close' as const), account });

const preparation: fc.Arbitrary<Preparation> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constantFrom('send' as const, 'store' as const), account, pick }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      step: fc.constantFrom<ClockStep>(...CLOCK_STEPS, 'over_midnight', 'over_midnight'),
    }),
  },
);

const operation = fc.oneof(
  { weight: 6, arbitrary: buy },
  { weight: 7, arbitrary: tell },
  { weight: 1, arbitrary: fund },
  { weight: 1, arbitrary: adjust },
  { weight: 1, arbitrary: close },
);

/** A history: rounds of one operation or of many. */
export const history: fc.Arbitrary<readonly Round[]> = fc.array(
  fc.record({
    preparations: fc.array(preparation, { maxLength: 5, size: 'max' }),
    operations: fc.array(operation, { minLength: 1, maxLength: 40, size: 'max' }),
  }),
  { minLength: 10, maxLength: 25, size: 'max' },
);
