import { rule, type Section } from '../rule.ts';

/** API keys, rights and spend caps. */
export const KEYS: readonly Section[] = [
  {
    title: 'Rights and keys',
    rules: [
      rule(
        'keys.rights',
        'Each operation names its right; without it, the answer is 403 `permission_denied`',
      ),
      rule('keys.masked', 'Without `numbers:read`, phone numbers are masked, and no file has them'),
      rule('keys.grants', 'A key is never given more rights, time or money than the one who gives it has'),
      rule('keys.ends', 'An expired, revoked or rotated key opens nothing a second later, in every process'),
      rule('keys.caps', 'A key never spends more than its caps, whatever is sent at the same time'),
      rule(
        'keys.caps_batches',
        'Rows of a campaign count for the key that started it; at the cap, it pauses',
      ),
    ],
  },
];
