import { z } from 'zod';
import { USUAL } from '../../simulation/behaviour.ts';
import { REFUSED_HOW, SCRIPT_FIELDS, saysHowRefused, toScript } from '../../simulation/scripts.ts';
import { Refuse } from './refusals.ts';
import { isFinalStatus } from './wire.ts';

/** The behaviour of one number, or with `*` of every number without another script, in DT One's terms. */
export const Script = z
  .strictObject({
    ...SCRIPT_FIELDS,
    /** Only orders of this key; without it, of every key. */
    api_key: z.string().optional(),
    /** Null leaves the order open permanently. */
    end: z.string().refine(isFinalStatus, { error: 'is not a final status' }).nullable().optional(),
    pin: z.boolean().optional(),
    refuse: Refuse.optional(),
  })
  .refine(saysHowRefused, REFUSED_HOW)
  .transform(({ api_key, end = 'COMPLETED', pin, refuse, ...common }) =>
    toScript(common, api_key, {
      end: end === null ? null : end === 'COMPLETED' ? 'delivered' : 'failed',
      failCode: end === 'COMPLETED' ? null : end,
      pin: pin ?? USUAL.pin,
      refuse: refuse ?? USUAL.refuse,
    }),
  );

export type ScriptInput = z.input<typeof Script>;
