import type { Tone } from '../../ui/parts.tsx';
import type { StaffNetwork } from '../types.ts';

/** How the status of a network is shown. */
export const TONES: Readonly<Record<StaffNetwork['status'], Tone>> = {
  operational: 'good',
  degraded: 'warn',
  unavailable: 'bad',
};
