/** How real the purchases of an account are. */
export type ModeName = 'live' | 'test' | 'simulated';

/** The mode of an account. Only real networks are called live. @param networks those of the installation */
export function modeOf(livemode: boolean, networks: 'real' | 'simulated'): ModeName {
  if (!livemode) return 'test';
  return networks === 'real' ? 'live' : 'simulated';
}
